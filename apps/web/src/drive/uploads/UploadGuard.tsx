import { useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useSignOutGuard } from '../../session/SignOut.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { countOpen } from './drive-uploads.ts'
import { useAllUploads } from './UploadsProvider.tsx'

/** Asks before signing out would cancel what is on its way, here or in another tab. Nothing of whoever leaves stays behind. */
export function UploadGuard() {
  const t = useTexts()
  const all = useAllUploads()
  const [question, setQuestion] = useState<(mayLeave: boolean) => void>()
  useSignOutGuard(async () => {
    const isBusyHere = all.some(({ uploads }) => {
      const { summary, left } = uploads.state()
      return (summary && countOpen(summary) > 0) || left.length > 0
    })
    // Each knows of the uploads of other pages to all drives.
    if (isBusyHere || (await all[0]?.uploads.runElsewhere())) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      setQuestion(() => resolve)
      if (!(await promise)) return false
    }
    for (const { uploads } of all) await uploads.forgetAll()
    return true
  })
  const answer = (mayLeave: boolean) => {
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
