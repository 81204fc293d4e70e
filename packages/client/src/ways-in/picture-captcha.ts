import type { AnswerOf } from '@awan/protocol'
import type { checkPictureCaptcha, startPictureCaptcha } from '@awan/protocol/account'
import type { Payload } from '../account/payload.ts'
import { toFields } from '../fields.ts'
import type { WaysInHost } from './ways-in-host.ts'

/**
 * A captcha that a person reads or hears, for one guarded call. The client's own calls solve theirs by
 * computing; this is for those who would rather ask a person.
 */
export interface PictureCaptcha {
  /**
   * A picture with a code; with `audio` the same for the ear.
   *
   * @example const { data, token } = await waysIn.captcha.start({ action: 'POST:/v1/auth/signin', meta: { email } })
   */
  start(
    payload: Omit<Payload<typeof startPictureCaptcha>, 'device_id'>,
  ): Promise<AnswerOf<typeof startPictureCaptcha>>
  /**
   * Turns what the person typed into a captcha token, which goes into the header `x-captcha-token`.
   *
   * @example const { captcha_token } = await waysIn.captcha.check({ token, key: 'k7pq' })
   */
  check(payload: Payload<typeof checkPictureCaptcha>): Promise<AnswerOf<typeof checkPictureCaptcha>>
}

export function createPictureCaptcha({ request, clientId: client_id }: WaysInHost): PictureCaptcha {
  return {
    // The headers name the device, here as in the guarded call.
    start: (payload) =>
      request<typeof startPictureCaptcha>('POST', '/v1/shield/captcha/data', {
        body: toFields(payload, { client_id }),
      }),
    check: (payload) =>
      request<typeof checkPictureCaptcha>('POST', '/v1/shield/captcha/data/verify', {
        body: toFields(payload, { client_id }),
      }),
  }
}
