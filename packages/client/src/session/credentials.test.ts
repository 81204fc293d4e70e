import { expect, test } from 'vitest'
import { isExpired, isStillGood, parseStored, toStored } from './credentials.ts'

const NOW = Date.UTC(2026, 0, 1)
const answer = { token_type: 'Bearer', access_token: 'a', refresh_token: 'r', sub: 'u1', scope: '' }

function expiresAfterSeconds(expires_in: number): number {
  return (Date.parse(toStored({ ...answer, expires_in }, NOW).expires_at) - NOW) / 1000
}

test('[ACC-20] [CON-7] [ENT-2] the expiry is computed 120 s early for lifetimes of 600 s or longer, otherwise 30 s early', () => {
  expect(expiresAfterSeconds(7200)).toBe(7080)
  expect(expiresAfterSeconds(600)).toBe(480)
  expect(expiresAfterSeconds(599)).toBe(569)
})

test('[ENT-2] an expiry given by the server is kept', () => {
  const expires_at = '2027-01-01T00:00:00.000Z'
  expect(toStored({ ...answer, expires_in: 7200, expires_at }, NOW).expires_at).toBe(expires_at)
})

test('[ACC-11] credentials count as expired 120 s early, but are still usable until they really expire', () => {
  const stored = toStored({ ...answer, expires_in: 7200 }, NOW)
  expect(isExpired(stored, NOW + 7_079_999)).toBe(false)
  expect(isExpired(stored, NOW + 7_080_000)).toBe(true)
  expect(isStillGood(stored, NOW + 7_199_999)).toBe(true)
  expect(isStillGood(stored, NOW + 7_200_000)).toBe(false)
})

test('an answer without a token, a sub or a lifetime is not accepted as credentials', () => {
  for (const missing of ['access_token', 'sub', 'expires_in']) {
    const half = { ...answer, expires_in: 7200, [missing]: undefined }
    expect(() => toStored(half, NOW)).toThrow('response format error')
  }
})

test('foreign data in storage is not read as credentials', () => {
  for (const text of [undefined, '', 'null', '{', '[]', '"x"', '{"access_token":"a","sub":"u"}']) {
    expect(parseStored(text)).toBeUndefined()
  }
})
