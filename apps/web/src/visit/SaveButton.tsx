import { createDriveClient } from '@awan/client/drive'
import { ROOT_ID } from '@awan/protocol'
import { isServiceError, toServiceError } from '@awan/protocol/errors'
import { HardDrive } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../i18n/LanguageProvider.tsx'
import { useClient } from '../session/ClientProvider.tsx'
import { useErrorMessage } from '../session/use-error-handler.ts'
import { Button } from '../ui/Button.tsx'
import { useToast } from '../ui/Toasts.tsx'
import { useVisit } from './VisitProvider.tsx'

/** Copies what the link shows into the drive of the person who is signed in. It counts as a download. */
export function SaveButton({ node: { id, name } }: { node: { id: string; name: string } }) {
  const t = useTexts()
  const client = useClient()
  const toast = useToast()
  const messageOf = useErrorMessage()
  const { visit } = useVisit()
  const [isBusy, setBusy] = useState(false)
  const topic = `save ${id}`
  const action = { label: t('visit.saved.open'), run: () => location.assign('/files') }

  async function save() {
    setBusy(true)
    toast({ title: t('visit.saving', { name }), tone: 'working', topic })
    try {
      const own = createDriveClient(client)
      const from = { visit_token: visit.token() }
      const { failures } = await own.tasks.wait(await own.files.copyFrom(from, [id], ROOT_ID))
      const [failure] = failures
      if (failure) throw toServiceError({ error: failure.error })
      toast({ title: t('visit.saved', { name }), tone: 'done', topic, action })
    } catch (error) {
      const isOver = isServiceError(error, 'unauthenticated')
      const title = t('visit.saveFailed', { name })
      toast({ title, text: reasonOf(error), topic, ...(isOver ? { action } : {}) })
    } finally {
      setBusy(false)
    }
  }

  function reasonOf(error: unknown): string {
    if (isServiceError(error, 'permission_denied')) return t('visit.noneLeft')
    if (isServiceError(error, 'resource_exhausted')) return t('visit.saveFailed.full')
    if (isServiceError(error, 'unauthenticated')) return t('visit.saveFailed.signIn')
    return messageOf(error)
  }

  return (
    <Button look="quiet" busy={isBusy} onClick={() => void save()}>
      <HardDrive aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      {t('visit.save')}
    </Button>
  )
}
