import { lazy, Suspense } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

const QrCode = lazy(async () => ({ default: (await import('../../ui/QrCode.tsx')).QrCode }))

export interface MadeAppPassword {
  name: string
  login_name: string
  password: string
}

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
        <div>
          <p className="text-sm text-muted">{t('appPasswords.scan')}</p>
          <div className="mx-auto mt-3 aspect-square w-full max-w-56">
            <Suspense fallback={<Skeleton className="size-full" />}>
              <QrCode text={signInAddress(server, made)} label={t('appPasswords.qr')} />
            </Suspense>
          </div>
        </div>
        <Button onClick={onClose}>{t('appPasswords.kept')}</Button>
      </div>
    </Dialog>
  )
}

/** As the mobile apps that sync with a server of their users read it: address, user and password at once. */
function signInAddress(server: string, { login_name, password }: MadeAppPassword): string {
  return `nc://login/server:${server}&user:${login_name}&password:${password}`
}
