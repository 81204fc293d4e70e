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
   * All trusted devices, with their last use and expiry.
   *
   * @example const { data } = await centre.trustedDevices.list()
   */
  list(): Promise<AnswerOf<typeof listTrustedDevices>>
  /**
   * Removes a trusted device; it needs the second step again.
   *
   * @example await centre.trustedDevices.forget(device.id)
   */
  forget(id: string): Promise<void>
  /**
   * Removes all trusted devices; they need the second step again.
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
