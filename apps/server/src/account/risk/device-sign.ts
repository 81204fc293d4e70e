import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'

/**
 * A device sign is `wdi10.`, the device id, the time of the report and a code over both that only we can
 * make: any process tells a device that has reported from one that made its id up, without keeping a row.
 */
export interface DeviceSigns {
  create(deviceId: string): string
  /** What a sign of ours says. */
  read(sign: string): { deviceId: string; createdAtMs: number } | undefined
  /** What the caller says about its device, as far as it can be believed. */
  recognise(caller: Caller, sign: string | undefined): Caller
}

const PREFIX = 'wdi10.'
/** The id, the time in seconds, the code. */
const SHAPE = /^wdi10\.([0-9a-f]{32})([0-9a-f]{8})([0-9a-f]{24})$/
/** CON-17 */
const LIFETIME_MS = 7 * 24 * 3600 * 1000

export function createDeviceSigns({
  codeKey,
  clock,
}: {
  codeKey: Buffer
  clock: Clock
}): DeviceSigns {
  const key = Buffer.from(hkdfSync('sha256', codeKey, '', 'awan device sign', 32))

  function hash(text: string): string {
    return createHmac('sha256', key).update(text).digest('hex')
  }

  /** An id in another form than ours, such as one with dashes, is in the sign by its digest. */
  function signedIdOf(deviceId: string): string {
    return /^[0-9a-f]{32}$/.test(deviceId) ? deviceId : hash(`id ${deviceId}`).slice(0, 32)
  }

  function codeOf(deviceId: string, time: string): string {
    return hash(`${deviceId}${time}`).slice(0, 24)
  }

  function read(sign: string): ReturnType<DeviceSigns['read']> {
    const [, deviceId, time, code] = SHAPE.exec(sign) ?? []
    if (deviceId === undefined || time === undefined || code === undefined) return undefined
    if (!timingSafeEqual(Buffer.from(code), Buffer.from(codeOf(deviceId, time)))) return undefined
    return { deviceId, createdAtMs: Number.parseInt(time, 16) * 1000 }
  }

  return {
    create(deviceId) {
      const id = signedIdOf(deviceId)
      const time = Math.floor(clock.now() / 1000)
        .toString(16)
        .padStart(8, '0')
      return PREFIX + id + time + codeOf(id, time)
    },
    read,
    recognise(caller, sign) {
      // Other apps of the family bring signs in forms of their own; nothing is known about those.
      if (!sign?.startsWith(PREFIX)) return caller
      const known = read(sign)
      const deviceId = caller.deviceId ?? known?.deviceId
      if (deviceId === undefined || known?.deviceId !== signedIdOf(deviceId)) {
        return {
          ...caller,
          deviceId: undefined,
          claimedDeviceId: caller.deviceId,
          device: 'forged',
        }
      }
      // A sign that was not renewed in time is no proof any more, and no offence either.
      const isFresh = clock.now() - known.createdAtMs <= LIFETIME_MS
      return isFresh ? { ...caller, deviceId, device: 'proven' } : caller
    },
  }
}
