import { signIn as endpoint } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import { requirePassword } from '../passwords/require-password.ts'
import type { SignIn } from './sign-in.ts'

export function signInRoutes({ signIn }: { signIn: SignIn }): Route[] {
  return [
    route(endpoint, { captcha: 'when-risky' }, ({ body, caller }) =>
      signIn({ ...body, password: requirePassword(body) }, caller),
    ),
  ]
}
