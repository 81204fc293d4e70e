import { grantSudo } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import { requirePassword } from '../passwords/require-password.ts'
import type { Sudo } from './sudo.ts'

export function sudoRoutes({ sudo }: { sudo: Sudo }): Route[] {
  return [
    route(grantSudo, { user: true }, async ({ body, user, caller }) => {
      const { token, expiresIn } = await sudo.grant(requirePassword(body), user, caller)
      return { sudo_token: token, expires_in: expiresIn }
    }),
  ]
}
