import { setPassword as endpoint } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { SetPassword } from './set-password.ts'

export function passwordRoutes({ setPassword }: { setPassword: SetPassword }): Route[] {
  return [
    route(endpoint, { user: true, sudo: true }, async ({ body, user, caller }) => {
      await setPassword(body.new_password, user, caller)
      return {}
    }),
  ]
}
