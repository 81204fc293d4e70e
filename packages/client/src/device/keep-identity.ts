import type { Page } from '../runtime/runtime.ts'
import { createCookies } from '../storage/cookies.ts'
import { findMainDomain } from './main-domain.ts'
import {
  DEVICE_SIGN_KEY,
  type DeviceIdentity,
  type IdentityPlace,
  readCopies,
  readIdentity,
  toText,
} from './stored-identity.ts'

/** DEV-3: the identity that counts, copied to where there is another one or none. */
export function syncIdentity(place: IdentityPlace): DeviceIdentity | undefined {
  const newest = readIdentity(place)
  if (newest && readCopies(place).some((copy) => copy !== toText(newest))) {
    keepIdentity(place, newest)
  }
  return newest
}

/** DEV-3: in both places, so that the sites of one domain are one device. */
export function keepIdentity({ storage, page }: IdentityPlace, identity: DeviceIdentity): void {
  const text = toText(identity)
  if (page) {
    createCookies(page.document).set(DEVICE_SIGN_KEY, text, {
      ...placeOf(page),
      sameSite: 'Lax',
      expiresInMs: Number.POSITIVE_INFINITY,
    })
  }
  // Last: where storage is in cookies too, it reads back what the cookie above says.
  storage.set(DEVICE_SIGN_KEY, text)
}

/** For a sign that the server does not know: the next report begins without it. */
export function forgetIdentity({ storage, page }: IdentityPlace): void {
  if (page) createCookies(page.document).remove(DEVICE_SIGN_KEY, placeOf(page))
  storage.remove(DEVICE_SIGN_KEY)
}

function placeOf(page: Page): { domain?: string; secure: boolean } {
  const domain = findMainDomain(page)
  return { ...(domain === undefined ? {} : { domain }), secure: page.isSecure }
}
