import { expect, test } from 'vitest'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { createCookieStorage } from '../storage/cookie-storage.ts'
import { createCookies } from '../storage/cookies.ts'
import { createCookieJar } from '../storage/testing/cookie-jar.ts'
import { forgetIdentity, keepIdentity, syncIdentity } from './keep-identity.ts'
import { DEVICE_SIGN_KEY, isDeviceSign, isDue, readIdentity } from './stored-identity.ts'
import { openTestPage } from './testing/test-page.ts'

const NOW_MS = Date.UTC(2026, 0, 1)
const DAY_MS = 86_400_000
const older = { sign: `wdi10.${'a'.repeat(64)}`, createdAtMs: NOW_MS - 2 * DAY_MS }
const newer = { sign: `wdi10.${'b'.repeat(64)}`, createdAtMs: NOW_MS - DAY_MS }
const MAIN = { domain: 'example.org', secure: true }

function setUp(url?: string) {
  const jar = createCookieJar(() => NOW_MS)
  const page = openTestPage({ jar, ...(url ? { url } : {}) })
  const runtime = createMemoryRuntime({ startMs: NOW_MS, page })
  const cookies = createCookies(page.document)
  return { jar, page, runtime, cookies }
}

test('[DEV-1] the device identity is a sign and its creation time', () => {
  const { runtime } = setUp()
  expect(syncIdentity(runtime)).toBeUndefined()
  keepIdentity(runtime, newer)
  expect(syncIdentity(runtime)).toEqual(newer)
  expect(JSON.parse(runtime.storage.get(DEVICE_SIGN_KEY) ?? '')).toEqual(newer)
})

test.each<[unknown, boolean]>([
  ['x'.repeat(20), false],
  ['x'.repeat(21), true],
  [`wdi10.${'0'.repeat(64)}`, true],
  ['x'.repeat(256), true],
  ['x'.repeat(257), false],
  [`${'x'.repeat(21)}\n`, false],
  [`${'x'.repeat(21)}\r\nx-admin: 1`, false],
  [`${'x'.repeat(21)} `, false],
  ['云'.repeat(21), false],
  [undefined, false],
  [null, false],
  [1e30, false],
  [Array(21).fill('x'), false],
  [{ length: 21 }, false],
])('[DEV-2] whether %j is a device sign: %j', (sign, expected) => {
  expect(isDeviceSign(sign)).toBe(expected)
})

test('[DEV-3] [STO-5] the device identity is stored in local storage and in a cookie on the main domain', () => {
  const { jar, runtime, cookies } = setUp()
  keepIdentity(runtime, newer)
  expect(runtime.storage.get(DEVICE_SIGN_KEY)).toBe(cookies.get(DEVICE_SIGN_KEY))
  expect(jar.dump()).toEqual(['device_sign .example.org / secure'])
  const sister = openTestPage({ jar, url: 'https://photos.example.org/' })
  expect(syncIdentity(createMemoryRuntime({ startMs: NOW_MS, page: sister }))).toEqual(newer)
})

test('[DEV-3] on an IP address the identity cookie is set for that host only', () => {
  const { jar, runtime } = setUp('http://127.0.0.1:8080/')
  keepIdentity(runtime, newer)
  expect(jar.dump()).toEqual(['device_sign 127.0.0.1 /'])
})

test('[DEV-3] [DEV-4] an identity found only in local storage or only in the cookie is copied to the other', () => {
  const stored = setUp()
  stored.runtime.storage.set(DEVICE_SIGN_KEY, JSON.stringify(newer))
  expect(syncIdentity(stored.runtime)).toEqual(newer)
  expect(stored.cookies.get(DEVICE_SIGN_KEY)).toBe(JSON.stringify(newer))

  const inCookie = setUp()
  inCookie.cookies.set(DEVICE_SIGN_KEY, JSON.stringify(newer), MAIN)
  expect(syncIdentity(inCookie.runtime)).toEqual(newer)
  expect(inCookie.runtime.storage.get(DEVICE_SIGN_KEY)).toBe(JSON.stringify(newer))
})

test.each([
  ['local storage', newer, older],
  ['the cookie', older, newer],
])(
  '[DEV-4] the newer identity wins when it is in %s, and replaces the other',
  (_side, stored, inCookie) => {
    const { runtime, cookies } = setUp()
    runtime.storage.set(DEVICE_SIGN_KEY, JSON.stringify(stored))
    cookies.set(DEVICE_SIGN_KEY, JSON.stringify(inCookie), MAIN)
    expect(syncIdentity(runtime)).toEqual(newer)
    expect(runtime.storage.get(DEVICE_SIGN_KEY)).toBe(JSON.stringify(newer))
    expect(cookies.getAll(DEVICE_SIGN_KEY)).toEqual([JSON.stringify(newer)])
  },
)

const invalid = [
  '',
  'nonsense',
  'null',
  '[]',
  '"text"',
  '{}',
  JSON.stringify({ sign: newer.sign }),
  JSON.stringify({ ...newer, sign: 'x'.repeat(20) }),
  JSON.stringify({ ...newer, createdAtMs: NOW_MS + 1 }),
  JSON.stringify({ ...newer, createdAtMs: null }),
  JSON.stringify({ ...newer, createdAtMs: '0' }),
  `{"__proto__":${JSON.stringify(newer)}}`,
]

test.each(invalid.map((text) => [text]))(
  '[DEV-2] [DEV-4] the invalid identity %j is replaced by a valid older one',
  (bad) => {
    const text = JSON.stringify(older)
    const { runtime, cookies } = setUp()
    runtime.storage.set(DEVICE_SIGN_KEY, bad)
    expect(syncIdentity(runtime)).toBeUndefined()
    cookies.set(DEVICE_SIGN_KEY, text, MAIN)
    expect(syncIdentity(runtime)).toEqual(older)
    expect(runtime.storage.get(DEVICE_SIGN_KEY)).toBe(text)

    cookies.set(DEVICE_SIGN_KEY, bad, MAIN)
    expect(syncIdentity(runtime)).toEqual(older)
    expect(cookies.get(DEVICE_SIGN_KEY)).toBe(text)
  },
)

test('[DEV-4] of several identity cookies the newest valid one is used', () => {
  const { runtime, cookies } = setUp()
  cookies.set(DEVICE_SIGN_KEY, JSON.stringify(older), { secure: true })
  cookies.set(DEVICE_SIGN_KEY, JSON.stringify(newer), MAIN)
  expect(syncIdentity(runtime)).toEqual(newer)
})

test('[DEV-3] nothing is written while local storage and cookie hold the same identity', () => {
  const { runtime, page } = setUp()
  keepIdentity(runtime, newer)
  const sealed = {
    ...runtime,
    page: { ...page, document: Object.freeze({ cookie: page.document.cookie }) },
    storage: {
      ...runtime.storage,
      set() {
        throw new Error('written')
      },
    },
  }
  expect(syncIdentity(sealed)).toEqual(newer)
})

test('[DEV-3] with cookie storage every cookie holds the same identity after each change', () => {
  const { jar, page, runtime } = setUp()
  const storage = createCookieStorage({}, page)
  const place = { ...runtime, storage }
  keepIdentity(place, older)
  keepIdentity(place, newer)
  expect(syncIdentity(place)).toEqual(newer)
  expect(jar.dump()).toHaveLength(2)
  expect(new Set(createCookies(page.document).getAll(DEVICE_SIGN_KEY)).size).toBe(1)
})

test('[DEV-3] without a page the identity is kept in storage only', () => {
  const runtime = createMemoryRuntime({ startMs: NOW_MS })
  keepIdentity(runtime, newer)
  expect(syncIdentity(runtime)).toEqual(newer)
})

test('[DEV-3] when cookies are blocked the identity is kept in storage', () => {
  const { runtime, page } = setUp()
  const document = {
    get cookie(): string {
      throw new Error('SecurityError')
    },
    set cookie(_text) {
      throw new Error('SecurityError')
    },
  }
  const place = { ...runtime, page: { ...page, document } }
  keepIdentity(place, newer)
  expect(syncIdentity(place)).toEqual(newer)
})

test('[DEV-5] [CON-17] an identity is due for renewal when it is missing or older than 604800000 ms', () => {
  expect(isDue(undefined, NOW_MS)).toBe(true)
  expect(isDue({ ...newer, createdAtMs: NOW_MS - 604_800_000 }, NOW_MS)).toBe(false)
  expect(isDue({ ...newer, createdAtMs: NOW_MS - 604_800_001 }, NOW_MS)).toBe(true)
})

test('[DEV-4] reading returns the newer identity and writes nothing', () => {
  const { runtime, cookies } = setUp()
  runtime.storage.set(DEVICE_SIGN_KEY, JSON.stringify(older))
  cookies.set(DEVICE_SIGN_KEY, JSON.stringify(newer), MAIN)
  expect(readIdentity(runtime)).toEqual(newer)
  expect(runtime.storage.get(DEVICE_SIGN_KEY)).toBe(JSON.stringify(older))
})

test('a forgotten identity is neither in storage nor in a cookie', () => {
  const { jar, page, runtime } = setUp()
  for (const storage of [runtime.storage, createCookieStorage({}, page)]) {
    const place = { ...runtime, storage }
    keepIdentity(place, newer)
    forgetIdentity(place)
    expect(readIdentity(place)).toBeUndefined()
    expect(jar.dump()).toEqual([])
  }
})
