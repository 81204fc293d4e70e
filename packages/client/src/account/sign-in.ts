import type { AnswerOf, BodySent } from '@awan/protocol'
import type {
  Credentials,
  grantToken,
  restoreAccount,
  signIn,
  signInWithPasskey,
  signInWithProvider,
  signInWithToken,
} from '@awan/protocol/account'
import { toFields } from '../fields.ts'
import type { AccountContext } from './account-context.ts'
import { toContact } from './contact.ts'
import type { Payload } from './payload.ts'

/**
 * Fields of the second attempt, after `two_factor_required`: see `readTwoFactor`. `device_trust_token`
 * is sent with the first attempt.
 */
export type SecondFactor = Pick<
  BodySent<typeof signIn>,
  | 'two_factor_token'
  | 'two_factor_code'
  | 'two_factor_recovery_code'
  | 'trust_device'
  | 'device_trust_token'
>
export type PasswordSignIn = { username: string; password: string } & SecondFactor
export type CodeSignIn = { username: string; verification_token: string } & SecondFactor
export type AuthorizationCodeSignIn = Omit<
  Extract<BodySent<typeof grantToken>, { grant_type: 'authorization_code' }>,
  'grant_type' | 'client_id' | 'client_secret'
>

/** Calls that return credentials and need the client id. */
export type SignInCall = typeof restoreAccount | typeof signInWithPasskey | typeof signInWithToken

export interface SignIn {
  /**
   * Signs in with a phone number (`+...`), an e-mail address or a user name. A captcha is solved
   * if the server requires one.
   *
   * @example await client.signIn.withPassword({ username: 'ana@example.org', password })
   */
  withPassword(payload: PasswordSignIn): Promise<Credentials>
  /**
   * Signs in with a code that was sent to the contact and verified.
   *
   * @example await client.signIn.withCode({ username: 'ana@example.org', verification_token })
   */
  withCode(payload: CodeSignIn): Promise<Credentials>
  /**
   * Signs in with a provider token of `providers.grantToken`.
   *
   * @example await client.signIn.withProvider({ provider_token })
   */
  withProvider(payload: Payload<typeof signInWithProvider>): Promise<Credentials>
  /**
   * Signs in with a token of another part of the product; there may be no refresh token.
   *
   * @example await client.signIn.withToken({ signin_token })
   */
  withToken(payload: Payload<typeof signInWithToken>): Promise<AnswerOf<typeof signInWithToken>>
  /**
   * Signs in with the code that came back to the redirect address of an authorization.
   *
   * @example await client.signIn.withAuthorizationCode({ code, redirect_uri, code_verifier })
   */
  withAuthorizationCode(payload: AuthorizationCodeSignIn): Promise<AnswerOf<typeof grantToken>>
  /**
   * Signs in with another call that returns credentials; `@awan/client/ways-in` has a method for each.
   *
   * @example await client.signIn.through<typeof restoreAccount>('/v1/auth/restore', { restore_token })
   */
  through<E extends SignInCall>(path: E['path'], payload: Payload<E>): Promise<AnswerOf<E>>
}

export function createSignIn({
  request,
  clientId: client_id,
  clientSecret: client_secret,
  accept,
}: AccountContext): SignIn {
  async function signInByContact(payload: PasswordSignIn | CodeSignIn) {
    const { username, ...proof } = toFields(payload)
    const contact = toContact(username)
    return accept(
      await request<typeof signIn>('POST', '/v1/auth/signin', {
        captcha: { meta: { ...contact } },
        body: { ...proof, ...contact, client_id },
      }),
    )
  }

  /** Here the types of a call are left behind; `SignIn.through` has checked them. */
  const signInThrough = async (path: SignInCall['path'], payload: object) =>
    accept(
      await request<SignInCall>('POST', path, {
        body: toFields(payload, { client_id, client_secret }) as BodySent<SignInCall>,
      }),
    )

  return {
    withPassword: signInByContact,
    withCode: signInByContact,
    withProvider: async (payload) =>
      accept(
        await request<typeof signInWithProvider>('POST', '/v1/auth/signin/with/provider', {
          body: toFields(payload, { client_id }),
        }),
      ),
    withToken: (payload) => signInThrough('/v1/auth/signin/token', payload),
    withAuthorizationCode: async (payload) =>
      accept(
        await request<typeof grantToken>('POST', '/v1/auth/token', {
          body: toFields(payload, { grant_type: 'authorization_code', client_id, client_secret }),
        }),
      ),
    through: signInThrough as SignIn['through'],
  }
}
