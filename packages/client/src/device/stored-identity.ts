import { DEVICE_SIGN_FLOOR, DEVICE_SIGN_LIFETIME_MS } from '../constants.ts'
import type { KeyValueStorage, Page } from '../runtime/runtime.ts'
import { decode, readCookies } from '../storage/read-cookies.ts'

/** DEV-1: what the server knows this device by, and since when. */
export interface DeviceIdentity {
  sign: string
  createdAtMs: number
}

/** The name in local storage and of the cookie. */
export const DEVICE_SIGN_KEY = 'device_sign'

export interface IdentityPlace {
  readonly storage: KeyValueStorage
  readonly page: Page | undefined
  now(): number
}

/** DEV-4: of local storage and the main domain's cookie, the newer valid identity. */
export function readIdentity(place: IdentityPlace): DeviceIdentity | undefined {
  const [newest] = readCopies(place)
    .flatMap((text) => parseIdentity(text, place.now()) ?? [])
    .sort((a, b) => b.createdAtMs - a.createdAtMs)
  return newest
}

/** What each place says, undefined where it says nothing. */
export function readCopies({ storage, page }: IdentityPlace): (string | undefined)[] {
  const stored = storage.get(DEVICE_SIGN_KEY)
  if (!page) return [stored]
  const cookies = readCookies(page.document).filter(([name]) => name === DEVICE_SIGN_KEY)
  return [stored, ...(cookies.length > 0 ? cookies.map(([, value]) => decode(value)) : [undefined])]
}

/** DEV-5, CON-17: missing or older than seven days. */
export function isDue(identity: DeviceIdentity | undefined, nowMs: number): boolean {
  return !identity || nowMs - identity.createdAtMs > DEVICE_SIGN_LIFETIME_MS
}

/** DEV-2. It travels in a header, hence its characters, and its limit. */
export function isDeviceSign(sign: unknown): sign is string {
  return typeof sign === 'string' && sign.length > DEVICE_SIGN_FLOOR && /^[!-~]{1,256}$/.test(sign)
}

/**
 * A sign of the usual form names its device. In the cookie there may be that of a sister site, or of a
 * server on another port, where this browser has another id.
 */
export function isSignOf(sign: string, deviceId: string): boolean {
  const named = /^wdi10\.([\da-f]{32})/.exec(sign)?.[1]
  return !named || named === deviceId || deviceId.length !== 32
}

function parseIdentity(text: string | undefined, nowMs: number): DeviceIdentity | undefined {
  try {
    const { sign, createdAtMs } = JSON.parse(text ?? 'null')
    // A time to come would win over every other and never fall due.
    return isDeviceSign(sign) && Number.isFinite(createdAtMs) && createdAtMs <= nowMs
      ? { sign, createdAtMs }
      : undefined
  } catch {
    return undefined
  }
}

export function toText({ sign, createdAtMs }: DeviceIdentity): string {
  return JSON.stringify({ sign, createdAtMs })
}
