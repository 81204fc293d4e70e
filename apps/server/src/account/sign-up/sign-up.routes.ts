import { signUp as endpoint } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { IsLocal } from './may-be-first.ts'
import type { SignUp } from './sign-up.ts'

/** Each costs a password hash and stays for good. */
const SIGN_UPS = [{ by: 'address', points: 100, perSeconds: 3600 }] as const

export function signUpRoutes({ signUp, isLocal }: { signUp: SignUp; isLocal: IsLocal }): Route[] {
  return [
    route(endpoint, { limits: SIGN_UPS }, ({ body, caller, request }) =>
      signUp(body, caller, () => isLocal(request)),
    ),
  ]
}
