import { signUp as endpoint } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { SignUp } from './sign-up.ts'

export function signUpRoutes({ signUp }: { signUp: SignUp }): Route[] {
  return [route(endpoint, {}, ({ body, caller }) => signUp(body, caller))]
}
