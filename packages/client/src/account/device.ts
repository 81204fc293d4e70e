import type { AnswerOf, BodySent } from '@awan/protocol'
import type { authorizeDevice, grantToken, startDevice } from '@awan/protocol/account'
import { toFields } from '../fields.ts'
import type { AccountContext } from './account-context.ts'
import type { Payload } from './payload.ts'
import type { DevicePollOptions, StartedDevice } from './poll-device.ts'

/** Signing in where typing is hard, with the help of a device that is signed in (RFC 8628). */
export interface Device {
  /**
   * Requests a code that the user types or scans on another device.
   *
   * @example const started = await client.device.start({ scope: 'user' })
   */
  start(payload?: Payload<typeof startDevice>): Promise<StartedDevice>
  /**
   * Waits until the other device has approved, then signs in. Ends with `access_denied`,
   * `expired_token` or `cancelled` otherwise; short network failures do not end it.
   *
   * @example await client.device.poll(started, { signal, onState: showProgress })
   */
  poll(
    started: Pick<StartedDevice, 'device_code' | 'expires_in' | 'interval'>,
    options?: DevicePollOptions,
  ): Promise<AnswerOf<typeof grantToken>>
  /**
   * On the signed-in device: approves the device that shows this code, or reports another `state`.
   * Approving the scope `user` needs a sudo token.
   *
   * @example await client.device.authorize({ user_code: 'WDJB-MJHT', sudo_token })
   */
  authorize(payload: BodySent<typeof authorizeDevice>): Promise<void>
}

export function createDevice(context: AccountContext): Device {
  const { request, clientId: client_id, clientSecret: client_secret } = context
  return {
    start: (payload = {}) =>
      request<typeof startDevice>('POST', '/v1/auth/device/code', {
        body: toFields(payload, { client_id, client_secret }),
      }),

    // Few pages ever wait for another device: how to is loaded by those that do.
    async poll(started, options) {
      const { pollDevice } = await import('./poll-device.ts')
      return pollDevice(context, started, options)
    },

    async authorize(payload) {
      await request<typeof authorizeDevice>('POST', '/v1/user/device/authorize', {
        auth: 'optional',
        body: toFields(payload),
      })
    },
  }
}
