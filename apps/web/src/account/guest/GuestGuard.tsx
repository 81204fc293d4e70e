import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useSession } from '../../session/ClientProvider.tsx'
import { useSignOutGuard } from '../../session/SignOut.tsx'
import { useGuestFarewell } from './use-guest-farewell.tsx'

/** Asks a guest before signing out would put their files out of reach. */
export function GuestGuard() {
  const session = useSession()
  const t = useTexts()
  const { ask, dialog } = useGuestFarewell({ label: t('guest.create'), to: '/signup' })
  const isGuest = session.status === 'signed-in' && session.isAnonymous
  useSignOutGuard((leaving) =>
    isGuest && leaving === 'signing-out' ? ask() : Promise.resolve(true),
  )
  return dialog
}
