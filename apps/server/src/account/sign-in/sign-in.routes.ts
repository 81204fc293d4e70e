import { signIn as endpoint } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import { type Route, route } from '../../http/route.ts'
import type { SignIn } from './sign-in.ts'
import type { SignInByCode } from './sign-in-by-code.ts'

export function signInRoutes({
  signIn,
  signInByCode,
}: {
  signIn: SignIn
  signInByCode: SignInByCode
}): Route[] {
  return [
    route(endpoint, { captcha: 'when-risky' }, async ({ body, caller }) => {
      const { password, verification_token, ...rest } = body
      if (password !== undefined) return signIn({ ...rest, password }, caller)
      if (verification_token !== undefined) {
        return signInByCode({ ...rest, verification_token }, caller)
      }
      throw new ServiceError('invalid_argument', {
        description: 'give a password or a verification_token',
      })
    }),
  ]
}
