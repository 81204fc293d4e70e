import { expect, test } from 'vitest'
import { keepTrust, trustTokens } from './trusted-device.ts'

const DAY_MS = 24 * 60 * 60 * 1000

function openShelf(first?: string) {
  let text: string | null = first ?? null
  return {
    getItem: () => text,
    setItem(_key: string, value: string) {
      text = value
    },
  }
}

test('a device is trusted for thirty days, by each of a few people', () => {
  const shelf = openShelf()
  keepTrust({ sub: 'ana', token: 'a1' }, 0, shelf)
  keepTrust({ sub: 'ben', token: 'b1' }, DAY_MS, shelf)
  keepTrust({ sub: 'ana', token: 'a2' }, 2 * DAY_MS, shelf)
  expect(trustTokens(3 * DAY_MS, shelf)).toEqual(['a2', 'b1'])
  expect(trustTokens(31.5 * DAY_MS, shelf)).toEqual(['a2'])
  for (const sub of ['c', 'd', 'e', 'f']) keepTrust({ sub, token: sub }, 4 * DAY_MS, shelf)
  expect(trustTokens(4 * DAY_MS, shelf)).toEqual(['f', 'e', 'd', 'c'])
})

test('nonsense in the storage, or no storage at all, trusts nobody', () => {
  for (const text of ['', '{', '5', '[5]', '[{"sub":"a","token":5,"untilMs":9e99}]']) {
    expect(trustTokens(0, openShelf(text))).toEqual([])
  }
  expect(trustTokens(0, undefined)).toEqual([])
})
