import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/** Whether to sign out although files are on their way. */
export function UploadQuestion({ answer }: { answer: (mayLeave: boolean) => void }) {
  const t = useTexts()
  return (
    <Dialog
      open
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
