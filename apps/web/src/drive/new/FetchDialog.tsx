import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FetchForm } from './FetchForm.tsx'

/** Its texts are those of the drive's dialogs: whoever opens it fetches them first. */
export function FetchDialog({ folderId, onClose }: { folderId: string; onClose: () => void }) {
  const t = useTexts()
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('new.fetch.title')}
      closeLabel={t('app.close')}
    >
      <FetchForm folderId={folderId} onDone={onClose} />
    </Dialog>
  )
}
