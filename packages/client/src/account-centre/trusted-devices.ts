import type { AnswerOf } from '@awan/protocol'
import type {
  listTrustedDevices,
  revokeTrustedDevice,
  revokeTrustedDevices,
} from '@awan/protocol/account'
import type { CentreHost } from './centre-host.ts'

/** The devices that are not asked for the second step. */
export interface TrustedDevices {
  /**
   * All of them, with when they were last used and when the trust ends.
   *
   * @example const { data } = await centre.trustedDevices.list()
   */
  list(): Promise<AnswerOf<typeof listTrustedDevices>>
  /**
   * Asks a device for the second step again.
   *
   * @example await centre.trustedDevices.forget(device.id)
   */
  forget(id: string): Promise<void>
  /**
   * Asks every device for the second step again.
   *
   * @example await centre.trustedDevices.forgetAll()
   */
  forgetAll(): Promise<void>
}

export function createTrustedDevices({ request }: CentreHost): TrustedDevices {
  return {
    list: () =>
      request<typeof listTrustedDevices>('GET', '/v1/user/trusted_devices', { auth: true }),
    async forget(id) {
      await request<typeof revokeTrustedDevice>('DELETE', '/v1/user/trusted_devices/{id}', {
        auth: true,
        params: { id },
      })
    },
    async forgetAll() {
      await request<typeof revokeTrustedDevices>('DELETE', '/v1/user/trusted_devices', {
        auth: true,
      })
    },
  }
}
