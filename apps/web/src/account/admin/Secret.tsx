import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/** Something to copy, in the words of the administration. */
export function Copied({ label, value }: { label: string; value: string }) {
  const t = useTexts()
  return (
    <CopyField
      label={label}
      value={value}
      copyLabel={t('admin.copy')}
      copiedLabel={t('error.copied')}
    />
  )
}

/** A secret is shown once, and leaves the page with this dialog. */
export function SecretDialog({
  title,
  text,
  fields,
  onClose,
}: {
  title: string
  /** Instead of the words about a secret, where there is none. */
  text?: string
  fields: readonly { label: string; value: string }[]
  onClose: () => void
}) {
  const t = useTexts()
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={title}
      description={text ?? t('admin.secret.once')}
      closeLabel={t('app.close')}
    >
      <div className="flex flex-col gap-5">
        {fields.map((field) => (
          <Copied key={field.label} {...field} />
        ))}
        <Button onClick={onClose}>
          {t(text === undefined ? 'admin.secret.kept' : 'app.close')}
        </Button>
      </div>
    </Dialog>
  )
}
