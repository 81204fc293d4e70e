import { resetPassword as resetEndpoint, setPassword as setEndpoint } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { ResetPassword } from './reset-password.ts'
import type { SetPassword } from './set-password.ts'

/** Each may cost a password hash. */
const RESETS = [{ by: 'address', points: 60, perSeconds: 3600 }] as const
const CHANGES = [{ by: 'user', points: 60, perSeconds: 3600 }] as const

export function passwordRoutes({
  setPassword,
  resetPassword,
}: {
  setPassword: SetPassword
  resetPassword: ResetPassword
}): Route[] {
  return [
    route(resetEndpoint, { limits: RESETS }, async ({ body, caller }) => {
      await resetPassword(body, caller)
      return {}
    }),
    route(
      setEndpoint,
      { user: true, sudo: true, limits: CHANGES },
      async ({ body, user, caller }) => {
        await setPassword(body.new_password, user, caller)
        return {}
      },
    ),
  ]
}
