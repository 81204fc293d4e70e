import type { AnswerOf, BodySent } from '@awan/protocol'
import type {
  beginSecondStep,
  Credentials,
  getPasskeySignInOptions,
  getServerFacts,
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
   * Who may come in here, and whether anybody has yet: what an entrance offers.
   *
   * @example const { sign_up, anonymous } = await waysIn.server()
   */
  server(): Promise<ServerFacts>
  /**
   * The third parties with whose accounts people can sign in here: whose buttons to show.
   *
   * @example const { data } = await waysIn.providers()
   */
  providers(): Promise<AnswerOf<typeof listSignInProviders>>
  /**
   * Sends a code for the second step, or gives the options that a passkey wants. The answered token
   * takes the place of the one before.
   *
   * @example const { two_factor_token, sent_to } = await waysIn.beginSecondStep({ two_factor_token: step.token, method: 'SMS' })
   */
  beginSecondStep(payload: Payload<typeof beginSecondStep>): Promise<BegunStep>
  /**
   * Brings an account back that waits for its deletion, and signs in: see `readRestore`.
   *
   * @example await waysIn.restore({ restore_token: step.token })
   */
  restore(payload: Payload<typeof restoreAccount>): Promise<Credentials>
  /**
   * For somebody who began without an account and then signed in to one: moves what they had into a
   * folder of it. The anonymous account is gone then.
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
    restore: (payload) => signIn.through<typeof restoreAccount>('/v1/auth/restore', payload),
    async mergeAnonymous(payload) {
      await request<typeof mergeAnonymous>('POST', '/v1/user/anonymous/merge', {
        auth: true,
        body: toFields(payload),
      })
    },
  } satisfies WaysIn)
}
