import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { MadeAppPassword } from './made-app-password.ts'
import { SignInCode } from './SignInCode.tsx'

/** The password leaves the page with this dialog, and nobody can show it again. */
export function MadeDialog({ made, onClose }: { made: MadeAppPassword; onClose: () => void }) {
  const t = useTexts()
  const server = location.origin
  const copy = { copyLabel: t('devices.continue.copy'), copiedLabel: t('error.copied') }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={made.name}
      description={t('appPasswords.made')}
      closeLabel={t('app.close')}
    >
      <div className="flex flex-col gap-5">
        <CopyField label={t('appPasswords.server')} value={server} {...copy} />
        <CopyField label={t('appPasswords.user')} value={made.login_name} {...copy} />
        <CopyField label={t('appPasswords.password')} value={made.password} {...copy} />
        <SignInCode made={made} />
        <Button onClick={onClose}>{t('appPasswords.kept')}</Button>
      </div>
    </Dialog>
  )
}
