import { lazy, Suspense } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { MadeAppPassword } from './made-app-password.ts'

const QrCode = lazy(async () => ({ default: (await import('../../ui/QrCode.tsx')).QrCode }))

/** Address, user name and password at once, as the mobile apps that sync with a server of their users read them. */
export function SignInCode({ made: { login_name, password } }: { made: MadeAppPassword }) {
  const t = useTexts()
  const text = `nc://login/server:${location.origin}&user:${login_name}&password:${password}`
  return (
    <div>
      <p className="text-sm text-muted">{t('appPasswords.scan')}</p>
      <div className="mx-auto mt-3 aspect-square w-full max-w-56">
        <Suspense fallback={<Skeleton className="size-full" />}>
          <QrCode text={text} label={t('appPasswords.qr')} />
        </Suspense>
      </div>
    </div>
  )
}
