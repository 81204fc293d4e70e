import type { AnswerOf, BodySent } from '@awan/protocol'
import type { checkVerification, sendVerification } from '@awan/protocol/account'
import type { AccountContext } from './account-context.ts'

export interface Verification {
  /**
   * Sends a code to an e-mail address or a phone.
   *
   * @example const { verification_id } = await client.verification.send({ email, target: 'NOT_USER', usage: 'REGISTER' })
   */
  send(
    payload: Omit<BodySent<typeof sendVerification>, 'client_id'>,
  ): Promise<AnswerOf<typeof sendVerification>>
  /**
   * Turns the code that a person received into a verification token.
   *
   * @example const { verification_token } = await client.verification.verify({ verification_id, verification_code: '123456' })
   */
  verify(
    payload: Omit<BodySent<typeof checkVerification>, 'client_id'>,
  ): Promise<AnswerOf<typeof checkVerification>>
}

export function createVerification({ request, clientId }: AccountContext): Verification {
  return {
    send: (payload) =>
      request<typeof sendVerification>('POST', '/v1/auth/verification', {
        auth: payload.target === 'CUR_USER',
        captcha: { meta: contactOf(payload) },
        body: { ...payload, client_id: clientId },
      }),
    verify: (payload) =>
      request<typeof checkVerification>('POST', '/v1/auth/verification/verify', {
        body: { ...payload, client_id: clientId },
      }),
  }
}

function contactOf(payload: { email?: string | undefined; phone_number?: string | undefined }) {
  const { email, phone_number } = payload
  return {
    ...(phone_number === undefined ? {} : { phone_number }),
    ...(email === undefined ? {} : { email }),
  }
}
