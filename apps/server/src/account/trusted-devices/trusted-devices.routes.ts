import {
  listTrustedDevices,
  revokeTrustedDevice,
  revokeTrustedDevices,
} from '@awan/protocol/account'
import { readUserAgent } from '@awan/protocol/user-agent'
import { type Route, route } from '../../http/route.ts'
import type { TrustedDevices } from './trusted-devices.ts'

/** Without sudo: taking trust away is always safe. */
export function trustedDeviceRoutes({
  trustedDevices,
}: {
  trustedDevices: TrustedDevices
}): Route[] {
  return [
    route(listTrustedDevices, { user: true }, async ({ user, caller }) => {
      const devices = await trustedDevices.list(user)
      return {
        data: devices.map((device) => ({
          id: device.id,
          ...(device.name !== null && { name: device.name }),
          ...readUserAgent(device.userAgent),
          is_current: device.device_id === caller.deviceId,
          created_at: new Date(device.created_at).toISOString(),
          last_used_at: new Date(device.last_used_at).toISOString(),
          expires_at: new Date(device.expires_at).toISOString(),
        })),
      }
    }),
    route(revokeTrustedDevice, { user: true }, async ({ params, user, caller }) => {
      await trustedDevices.revoke(params.id, user, caller)
      return {}
    }),
    route(revokeTrustedDevices, { user: true }, async ({ user, caller }) => {
      await trustedDevices.revokeAll(user, caller)
      return {}
    }),
  ]
}
