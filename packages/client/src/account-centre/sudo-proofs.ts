import type { AnswerOf } from '@awan/protocol'
import type { beginSudoVisit, finishSudoVisit, getSudoPasskeyOptions } from '@awan/protocol/account'
import type { Payload } from '../account/payload.ts'
import { toFields } from '../fields.ts'
import type { CentreHost } from './centre-host.ts'

/** Proofs for `client.user.sudo` of people who have something else than a password or a code. */
export interface SudoProofs {
  /**
   * The options for a passkey, for `client.user.sudo({ credential })`.
   *
   * @example const credential = await choosePasskey(client, await centre.sudoProofs.passkeyOptions())
   */
  passkeyOptions(): Promise<AnswerOf<typeof getSudoPasskeyOptions>>
  /**
   * The address for signing in again at a third party that is bound to the account.
   *
   * @example location.href = (await centre.sudoProofs.beginVisit({ provider_id: 'google', redirect_uri, state, ...challenge })).uri
   */
  beginVisit(payload: Payload<typeof beginSudoVisit>): Promise<AnswerOf<typeof beginSudoVisit>>
  /**
   * Exchanges the answer for a token, for `client.user.sudo({ provider_token })`.
   *
   * @example const { provider_token } = await centre.sudoProofs.finishVisit({ provider_id: 'google', provider_code, provider_redirect_uri, code_verifier })
   */
  finishVisit(payload: Payload<typeof finishSudoVisit>): Promise<AnswerOf<typeof finishSudoVisit>>
}

export function createSudoProofs({ request, clientId: client_id }: CentreHost): SudoProofs {
  return {
    passkeyOptions: () =>
      request<typeof getSudoPasskeyOptions>('POST', '/v1/user/sudo/passkey/options', {
        auth: true,
      }),
    beginVisit: (payload) =>
      request<typeof beginSudoVisit>('POST', '/v1/user/sudo/provider', {
        auth: true,
        body: toFields(payload, { client_id }),
      }),
    finishVisit: (payload) =>
      request<typeof finishSudoVisit>('POST', '/v1/user/sudo/provider/token', {
        auth: true,
        body: toFields(payload, { client_id }),
      }),
  }
}
