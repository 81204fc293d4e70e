import type { AnswerOf } from '@awan/protocol'
import type {
  Credentials,
  getPasskeySignInOptions,
  signInWithPasskey,
} from '@awan/protocol/account'
import type { Payload } from '../account/payload.ts'
import type { WaysInHost } from './ways-in-host.ts'

/** Signing in without a password. Options and credentials are the JSON of WebAuthn Level 3. */
export interface PasskeySignIn {
  /**
   * What the browser needs to ask for a passkey; good for five minutes. They name no account: the
   * device knows whom it can sign in.
   *
   * @example const credential = await choosePasskey(client, await waysIn.passkey.options())
   */
  options(): Promise<AnswerOf<typeof getPasskeySignInOptions>>
  /**
   * Signs in with the passkey that the person has chosen. `expired_token` asks for fresh options.
   *
   * @example await waysIn.passkey.signIn({ credential })
   */
  signIn(payload: Payload<typeof signInWithPasskey>): Promise<Credentials>
}

export function createPasskeySignIn({ request, signIn }: WaysInHost): PasskeySignIn {
  return {
    options: () => request<typeof getPasskeySignInOptions>('POST', '/v1/auth/passkey/options'),
    signIn: (payload) =>
      signIn.through<typeof signInWithPasskey>('/v1/auth/passkey/signin', payload),
  }
}
