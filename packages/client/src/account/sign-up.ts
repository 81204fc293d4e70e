import type { BodySent } from '@awan/protocol'
import type { Credentials, signUp } from '@awan/protocol/account'
import type { AccountContext } from './account-context.ts'

export type SignUpPayload = Omit<BodySent<typeof signUp>, 'client_id' | 'client_secret'>

/**
 * Creates an account for a verified contact and signs in.
 *
 * @example await client.signUp({ email, verification_token, password, name: 'Ana' })
 */
export type SignUp = (payload: SignUpPayload) => Promise<Credentials>

export function createSignUp({ request, clientId, accept }: AccountContext): SignUp {
  return async (payload) =>
    accept(
      await request<typeof signUp>('POST', '/v1/auth/signup', {
        body: { ...payload, client_id: clientId },
      }),
    )
}
