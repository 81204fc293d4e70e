import { createSignInToken, inspectSignInToken, signInWithToken } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { SignInTokens } from './signin-token.ts'

/** No limit on who signs in: nobody guesses a signed token, and many people may share one address. */
export function signInTokenRoutes({ signInTokens }: { signInTokens: SignInTokens }): Route[] {
  return [
    route(
      createSignInToken,
      { user: true, limits: [{ by: 'user', points: 60, perSeconds: 600 }] },
      async ({ body, user }) => {
        const { token, expiresIn } = await signInTokens.create(user, body.for_client_id)
        return { signin_token: token, expires_in: expiresIn }
      },
    ),

    route(inspectSignInToken, {}, async ({ body, caller }) => {
      const { name, contact, expiresIn } = await signInTokens.inspect(body.signin_token, caller)
      return { name, ...(contact !== undefined && { contact }), expires_in: expiresIn }
    }),

    route(signInWithToken, {}, ({ body, caller }) =>
      signInTokens.signIn(body.signin_token, caller),
    ),
  ]
}
