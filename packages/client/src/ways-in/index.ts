import type { AnswerOf, BodySent } from '@awan/protocol'
import type {
  beginSecondStep,
  Credentials,
  getPasskeySignInOptions,
  getServerFacts,
  inspectSignInToken,
  listSignInProviders,
  mergeAnonymous,
  restoreAccount,
  ServerFacts,
} from '@awan/protocol/account'
import { guardFlows } from '../account/guard.ts'
import type { Payload } from '../account/payload.ts'
import { toFields } from '../fields.ts'
import { createPasskeySignIn, type PasskeySignIn } from './passkey-sign-in.ts'
import { createPictureCaptcha, type PictureCaptcha } from './picture-captcha.ts'
import type { WaysInHost } from './ways-in-host.ts'

export type { PasskeySignIn } from './passkey-sign-in.ts'
export type { PictureCaptcha } from './picture-captcha.ts'
export { type RestoreStep, readRestore } from './read-restore.ts'
export type { WaysInHost } from './ways-in-host.ts'

/** `options` are for `choosePasskey`, whose answer goes into `two_factor_code` as JSON text. */
export type BegunStep = Omit<AnswerOf<typeof beginSecondStep>, 'options'> & {
  options?: AnswerOf<typeof getPasskeySignInOptions> | undefined
}

/** What a sign-in screen can offer beside `client.signIn`. */
export interface WaysIn {
  readonly passkey: PasskeySignIn
  readonly captcha: PictureCaptcha
  /**
   * Whether sign-up and anonymous accounts are allowed, and whether there is an account yet.
   *
   * @example const { sign_up, anonymous } = await waysIn.server()
   */
  server(): Promise<ServerFacts>
  /**
   * The third parties whose accounts can be used to sign in, for their buttons.
   *
   * @example const { data } = await waysIn.providers()
   */
  providers(): Promise<AnswerOf<typeof listSignInProviders>>
  /**
   * Sends a code for the second step, or returns the options for a passkey. The returned token replaces
   * the previous one.
   *
   * @example const { two_factor_token, sent_to } = await waysIn.beginSecondStep({ two_factor_token: step.token, method: 'SMS' })
   */
  beginSecondStep(payload: Payload<typeof beginSecondStep>): Promise<BegunStep>
  /**
   * Whose account a sign-in token opens: a page that was opened by a link shows it before
   * `client.signIn.withToken`. The token is not used up.
   *
   * @example const { name, contact } = await waysIn.inspectSignInToken({ signin_token })
   */
  inspectSignInToken(
    payload: Payload<typeof inspectSignInToken>,
  ): Promise<AnswerOf<typeof inspectSignInToken>>
  /**
   * Restores an account that is about to be deleted, and signs in: see `readRestore`.
   *
   * @example await waysIn.restore({ restore_token: step.token })
   */
  restore(payload: Payload<typeof restoreAccount>): Promise<Credentials>
  /**
   * For an anonymous user who then signed in to an account: moves their files into a folder of it. The
   * anonymous account is removed.
   *
   * @example await waysIn.mergeAnonymous({ anonymous_token, folder_name: 'From this phone' })
   */
  mergeAnonymous(payload: BodySent<typeof mergeAnonymous>): Promise<void>
}

/**
 * Further ways to sign in. They sign the user in to `client`, in all its tabs.
 *
 * @example
 * const waysIn = createWaysIn(client)
 * const { data: providers } = await waysIn.providers()
 */
export function createWaysIn(client: WaysInHost): WaysIn {
  const { request, clientId: client_id, signIn } = client
  return guardFlows({
    passkey: createPasskeySignIn(client),
    captcha: createPictureCaptcha(client),
    server: () => request<typeof getServerFacts>('GET', '/v1/server'),
    providers: () => request<typeof listSignInProviders>('GET', '/v1/auth/provider'),
    beginSecondStep: async (payload) =>
      (await request<typeof beginSecondStep>('POST', '/v1/auth/two_factor/begin', {
        body: toFields(payload, { client_id }),
      })) as BegunStep,
    inspectSignInToken: (payload) =>
      request<typeof inspectSignInToken>('POST', '/v1/auth/signin/token/info', {
        body: toFields(payload, { client_id }),
      }),
    restore: (payload) => signIn.through<typeof restoreAccount>('/v1/auth/restore', payload),
    async mergeAnonymous(payload) {
      await request<typeof mergeAnonymous>('POST', '/v1/user/anonymous/merge', {
        auth: true,
        body: toFields(payload),
      })
    },
  } satisfies WaysIn)
}
