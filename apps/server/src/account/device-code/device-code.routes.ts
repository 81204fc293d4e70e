import { resolveLocale } from '@awan/protocol'
import { authorizeDevice, inspectDevice, startDevice } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { readClientProof } from '../apps/client-proof.ts'
import type { Clients } from '../apps/clients.ts'
import { describeScope } from '../apps/scope-texts.ts'
import { toAppInfo } from '../apps/to-app-info.ts'
import {
  DEVICE_CODE_TTL_MS,
  type DeviceCodes,
  POLL_INTERVAL_MS,
  type StartedDevice,
} from './device-code.ts'
import { showUserCode } from './user-code.ts'

export interface DeviceCodeRoutesParts {
  deviceCodes: DeviceCodes
  clients: Clients
  clock: Clock
  publicUrl: string
}

/** Codes that are shown to people can be guessed at: 30 tries of 34 bits are nothing. */
const GUESSES = [
  { by: 'user', points: 30, perSeconds: 600 },
  { by: 'address', points: 100, perSeconds: 600 },
] as const

export function deviceCodeRoutes(parts: DeviceCodeRoutesParts): Route[] {
  const { deviceCodes, clients, clock, publicUrl } = parts
  return [
    route(
      startDevice,
      { limits: [{ by: 'address', points: 60, perSeconds: 600 }] },
      async ({ body, caller, request }) => {
        const client = await clients.authenticate(
          readClientProof(request.headers.authorization, {
            clientId: caller.clientId,
            clientSecret: body.client_secret,
          }),
        )
        const { scope, meta = {} } = body
        return toDeviceAnswer(await deviceCodes.start({ client, scope, meta }, caller), publicUrl)
      },
    ),

    route(inspectDevice, { user: true, limits: GUESSES }, async ({ body, caller }) => {
      const device = await deviceCodes.inspect(body.user_code)
      return {
        client: toAppInfo(device.client),
        scopes: describeScope(device.scope, resolveLocale(caller.locale ?? 'en')),
        meta: device.meta,
        requested_from: {
          address: device.address,
          ...(device.deviceName !== undefined && { device_name: device.deviceName }),
          ...(device.userAgent !== undefined && { user_agent: device.userAgent }),
        },
        expires_in: Math.ceil((device.expiresAt - clock.now()) / 1000),
      }
    }),

    route(authorizeDevice, { user: true, limits: GUESSES }, async (call) => {
      const { body, user, caller, requireSudo } = call
      const { user_code: userCode, client_id: clientId, scope, state = 'ACCOMPLISHED' } = body
      await deviceCodes.decide({ userCode, clientId, scope, state }, user, caller, requireSudo)
      return {}
    }),
  ]
}

/** RFC 8628, 3.2: the same on both wires. */
export function toDeviceAnswer({ deviceCode, userCode }: StartedDevice, publicUrl: string) {
  const shown = showUserCode(userCode)
  return {
    device_code: deviceCode,
    user_code: shown,
    verification_uri: `${publicUrl}/device`,
    verification_uri_complete: `${publicUrl}/device?user_code=${shown}`,
    expires_in: DEVICE_CODE_TTL_MS / 1000,
    interval: POLL_INTERVAL_MS / 1000,
  }
}
