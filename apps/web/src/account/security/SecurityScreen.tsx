import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { CentrePage } from '../centre/CentrePage.tsx'
import { LinkedAccountsSection } from '../linked-accounts/LinkedAccountsSection.tsx'
import { PasskeysSection } from '../passkeys/PasskeysSection.tsx'
import { TrustedDevicesSection } from '../trusted-devices/TrustedDevicesSection.tsx'
import { TwoFactorSection } from '../two-factor/TwoFactorSection.tsx'

/** What opens the account. */
export function SecurityScreen() {
  const t = useTexts()
  return (
    <CentrePage title={t('centre.security')}>
      <TwoFactorSection />
      <TrustedDevicesSection />
      <PasskeysSection />
      <LinkedAccountsSection />
    </CentrePage>
  )
}
