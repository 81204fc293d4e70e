import { getServerFacts } from '@awan/protocol/account'
import type { Database } from '../../db/database.ts'
import { type Route, route } from '../../http/route.ts'
import type { Channel, Notifier } from '../../notify/notifier.ts'
import { hasUsers } from '../users/users.ts'
import type { IsLocal } from './may-be-first.ts'
import type { SetupCode } from './setup-code.ts'
import type { SignUpMode } from './sign-up.ts'

/** For the entrance, which shows only what would be let through. */
export function serverFactsRoutes({
  db,
  notifier: { channels, printed = [] },
  signUpMode,
  allowsAnonymous,
  setupCode,
  isLocal,
  firstAdmin,
}: {
  db: Database
  notifier: Pick<Notifier, 'channels' | 'printed'>
  signUpMode: SignUpMode
  allowsAnonymous: boolean
  setupCode: SetupCode | undefined
  isLocal: IsLocal
  firstAdmin: string | undefined
}): Route[] {
  const deliveryOf = (channel: Channel) => {
    if (!channels.includes(channel)) return 'none'
    return printed.includes(channel) ? 'printed' : 'sent'
  }
  const codes = { email: deliveryOf('email'), sms: deliveryOf('sms') } as const
  return [
    route(getServerFacts, {}, async ({ request }) => {
      const isFirstRun = !(await db.read(hasUsers))
      const needsSetupCode = isFirstRun && setupCode !== undefined && !isLocal(request)
      return {
        is_first_run: isFirstRun,
        ...(needsSetupCode && { needs_setup_code: true as const }),
        ...(needsSetupCode && firstAdmin !== undefined && { first_admin_named: true as const }),
        sign_up: signUpMode,
        anonymous: allowsAnonymous,
        codes,
      }
    }),
  ]
}
