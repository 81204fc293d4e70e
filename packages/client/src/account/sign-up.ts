import type { Credentials, signUp, signUpAnonymously } from '@awan/protocol/account'
import { toFields } from '../fields.ts'
import type { AccountContext } from './account-context.ts'
import type { Payload } from './payload.ts'

export type SignUpPayload = Payload<typeof signUp>

export interface SignUp {
  /**
   * Creates an account for a verified contact and signs in.
   *
   * @example await client.signUp.withContact({ email, verification_token, password, name: 'Ana' })
   */
  withContact(payload: SignUpPayload): Promise<Credentials>
  /**
   * Creates an anonymous account; `withContact` with this access token as `anonymous_token` registers it.
   *
   * @example const { access_token: anonymous_token } = await client.signUp.anonymously()
   */
  anonymously(): Promise<Credentials>
}

export function createSignUp({
  request,
  clientId: client_id,
  clientSecret: client_secret,
  accept,
}: AccountContext): SignUp {
  return {
    withContact: async (payload) =>
      accept(
        await request<typeof signUp>('POST', '/v1/auth/signup', {
          body: toFields(payload, { client_id, client_secret }),
        }),
      ),
    anonymously: async () =>
      accept(
        await request<typeof signUpAnonymously>('POST', '/v1/auth/signup/anonymously', {
          // CAL-5: here the secret is always sent, as in a refresh.
          body: { client_id, client_secret: client_secret ?? '' },
        }),
      ),
  }
}
