import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { usePart } from '../../ui/use-part.ts'

const form = lazyPart(() => import('./NewFolderForm.tsx').then((part) => part.NewFolderForm))

export function NewFolderDialog({
  open,
  onOpenChange,
  folderId,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  folderId: string
}) {
  const t = useTexts()
  const Form = usePart(form, { isWanted: open, onMissing: () => onOpenChange(false) })
  return (
    <Dialog
      open={open && Form !== undefined}
      onOpenChange={onOpenChange}
      title={t('new.folder')}
      closeLabel={t('app.close')}
    >
      {Form ? <Form folderId={folderId} onDone={() => onOpenChange(false)} /> : null}
    </Dialog>
  )
}
