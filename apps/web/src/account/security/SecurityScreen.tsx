import { isAnonymousSub } from '@awan/client'
import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useSub } from '../../session/ClientProvider.tsx'
import { useMe } from '../../session/use-me.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CentrePage } from '../centre/CentrePage.tsx'
import { LinkedAccountsSection } from '../linked-accounts/LinkedAccountsSection.tsx'
import { PasskeysSection } from '../passkeys/PasskeysSection.tsx'
import { PasswordSection } from '../password/PasswordSection.tsx'
import { Loaded } from '../rooms/Loaded.tsx'
import { TrustedDevicesSection } from '../trusted-devices/TrustedDevicesSection.tsx'
import { TwoFactorSection } from '../two-factor/TwoFactorSection.tsx'

/** What opens the account. */
export function SecurityScreen() {
  const t = useTexts()
  const sub = useSub()
  return (
    <CentrePage title={t('centre.security')}>
      {sub !== undefined && isAnonymousSub(sub) ? (
        <GuestNotice />
      ) : (
        <>
          <OwnPassword />
          <TwoFactorSection />
          <TrustedDevicesSection />
          <PasskeysSection />
          <LinkedAccountsSection />
        </>
      )}
    </CentrePage>
  )
}

function OwnPassword() {
  return (
    <Loaded query={useMe()} rows={1} isInSection>
      {(me) => <PasswordSection me={me} />}
    </Loaded>
  )
}

/** Who is here without an account has nothing that could be locked. */
function GuestNotice() {
  const t = useTexts()
  return (
    <Notice
      picture={<ShieldCheck className="size-10 text-muted" strokeWidth={1.25} />}
      title={t('security.guest.title')}
      actions={
        <Link to="/signup" className={buttonClass()}>
          {t('security.guest.go')}
        </Link>
      }
    >
      {t('security.guest.text')}
    </Notice>
  )
}
