import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Caller } from '../../http/route.ts'

/**
 * A device sign is `wdi10.`, the device id and a code over it that only we can make: any process tells
 * a device that has reported from one that made its id up, without keeping a row.
 */
export interface DeviceSigns {
  create(deviceId: string): string
  /** The device id inside a sign of ours. */
  read(sign: string): string | undefined
  /** What the caller says about its device, as far as it can be believed. */
  recognise(caller: Caller, sign: string | undefined): Caller
}

const PREFIX = 'wdi10.'
const SHAPE = /^wdi10\.([0-9a-f]{32})([0-9a-f]{32})$/

export function createDeviceSigns({ codeKey }: { codeKey: Buffer }): DeviceSigns {
  const key = Buffer.from(hkdfSync('sha256', codeKey, '', 'awan device sign', 32))

  function codeOf(deviceId: string): string {
    return createHmac('sha256', key).update(deviceId).digest('hex').slice(0, 32)
  }

  function read(sign: string): string | undefined {
    const [, deviceId, code] = SHAPE.exec(sign) ?? []
    if (deviceId === undefined || code === undefined) return undefined
    return timingSafeEqual(Buffer.from(code), Buffer.from(codeOf(deviceId))) ? deviceId : undefined
  }

  return {
    create: (deviceId) => PREFIX + deviceId + codeOf(deviceId),
    read,
    recognise(caller, sign) {
      // Other apps of the family bring signs in forms of their own; nothing is known about those.
      if (!sign?.startsWith(PREFIX)) return caller
      if (read(sign) === caller.deviceId) return { ...caller, device: 'proven' }
      const { deviceId: claimedDeviceId } = caller
      return { ...caller, deviceId: undefined, claimedDeviceId, device: 'forged' }
    },
  }
}
