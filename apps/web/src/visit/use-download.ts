import { isServiceError } from '@awan/protocol/errors'
import { useState } from 'react'
import { useTexts } from '../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../session/use-error-handler.ts'
import { useAnnounce } from '../ui/Announcer.tsx'
import { useToast } from '../ui/Toasts.tsx'
import { useVisit } from './VisitProvider.tsx'

export interface Downloads {
  isBusy: boolean
  /** One file as it is; a folder as an archive of all that is in it. */
  download(node: { id: string; name: string; kind: 'file' | 'folder' }): Promise<void>
}

/** Hands a signed link to the browser, which downloads by itself. */
export function useDownload(): Downloads {
  const t = useTexts()
  const { drive, check } = useVisit()
  const handleError = useErrorHandler()
  const showToast = useToast()
  const announce = useAnnounce()
  const [isBusy, setBusy] = useState(false)

  async function download({ id, name, kind }: Parameters<Downloads['download']>[0]) {
    setBusy(true)
    try {
      const { url } =
        kind === 'file'
          ? await drive.files.link(id)
          : await drive.files.zip([id], { name: `${name}.zip` })
      announce(t('visit.downloading', { name }))
      const link = document.createElement('a')
      link.href = url
      link.download = name
      link.click()
    } catch (error) {
      if (isServiceError(error, 'permission_denied')) {
        showToast({ title: t('visit.noneLeft'), text: t('visit.noneLeft.hint') })
      } else if (await check()) handleError(error)
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, download }
}
