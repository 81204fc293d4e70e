import type { File } from '@awan/protocol/drive'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { useDrive } from '../DriveProvider.tsx'

/** Hands a signed link to the browser, which downloads by itself: with its progress, to its disk. */
export function useDownload(): (file: File) => Promise<void> {
  const t = useTexts()
  const drive = useDrive()
  const announce = useAnnounce()
  return async (file) => {
    const { url } = await drive.files.link(file.id)
    announce(t('files.downloading', { name: file.name }))
    const link = document.createElement('a')
    link.href = url
    link.download = file.name
    link.click()
  }
}
