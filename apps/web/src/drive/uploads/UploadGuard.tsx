import { useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useSignOutGuard } from '../../session/SignOut.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useUploads } from './UploadsProvider.tsx'
import { isRunning } from './upload-queue.ts'

/** Asks before signing out would cancel what is on its way. */
export function UploadGuard() {
  const t = useTexts()
  const { queue } = useUploads()
  const [question, setQuestion] = useState<(mayLeave: boolean) => void>()
  useSignOutGuard(() => {
    if (!queue.items().some(isRunning)) return Promise.resolve(true)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    setQuestion(() => resolve)
    return promise
  })
  const answer = (mayLeave: boolean) => {
    if (mayLeave) queue.cancelAll()
    setQuestion(undefined)
    question?.(mayLeave)
  }
  return (
    <Dialog
      open={question !== undefined}
      onOpenChange={(open) => {
        if (!open) answer(false)
      }}
      title={t('account.signOut.uploading')}
      description={t('account.signOut.uploading.hint')}
      closeLabel={t('app.close')}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={() => answer(false)}>
          {t('app.cancel')}
        </Button>
        <Button look="danger" onClick={() => answer(true)}>
          {t('account.signOut.anyway')}
        </Button>
      </div>
    </Dialog>
  )
}
