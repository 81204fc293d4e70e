import type { AnswerOf } from '@awan/protocol'
import type { checkVerification, sendVerification } from '@awan/protocol/account'
import { toFields } from '../fields.ts'
import type { AccountContext } from './account-context.ts'
import type { Payload } from './payload.ts'

export interface Verification {
  /**
   * Sends a code to an e-mail address or a phone; with the target `CUR_USER` to the signed-in
   * person's own.
   *
   * @example const { verification_id } = await client.verification.send({ email, target: 'NOT_USER', usage: 'REGISTER' })
   */
  send(payload: Payload<typeof sendVerification>): Promise<AnswerOf<typeof sendVerification>>
  /**
   * Exchanges the code that the user received for a verification token.
   *
   * @example const { verification_token } = await client.verification.verify({ verification_id, verification_code: '123456' })
   */
  verify(payload: Payload<typeof checkVerification>): Promise<AnswerOf<typeof checkVerification>>
}

export function createVerification({ request, clientId: client_id }: AccountContext): Verification {
  return {
    send(payload) {
      const body = toFields(payload, { client_id })
      return request<typeof sendVerification>('POST', '/v1/auth/verification', {
        auth: body.target === 'CUR_USER',
        captcha: { meta: toMeta(body) },
        body,
      })
    },
    verify: (payload) =>
      request<typeof checkVerification>('POST', '/v1/auth/verification/verify', {
        body: toFields(payload, { client_id }),
      }),
  }
}

/** ACC-38. */
function toMeta({ phone_number, email }: Payload<typeof sendVerification>): Record<string, string> {
  if (phone_number !== undefined) return { phone_number }
  return email === undefined ? {} : { email }
}
