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

test('trust of a device lasts thirty days, and is kept for at most four people', () => {
  const shelf = openShelf()
  keepTrust({ sub: 'ana', token: 'a1' }, 0, shelf)
  keepTrust({ sub: 'ben', token: 'b1' }, DAY_MS, shelf)
  keepTrust({ sub: 'ana', token: 'a2' }, 2 * DAY_MS, shelf)
  expect(trustTokens(3 * DAY_MS, shelf)).toEqual(['a2', 'b1'])
  expect(trustTokens(31.5 * DAY_MS, shelf)).toEqual(['a2'])
  for (const sub of ['c', 'd', 'e', 'f']) keepTrust({ sub, token: sub }, 4 * DAY_MS, shelf)
  expect(trustTokens(4 * DAY_MS, shelf)).toEqual(['f', 'e', 'd', 'c'])
})

test('invalid or missing storage yields no trust tokens', () => {
  for (const text of ['', '{', '5', '[5]', '[{"sub":"a","token":5,"untilMs":9e99}]']) {
    expect(trustTokens(0, openShelf(text))).toEqual([])
  }
  expect(trustTokens(0, undefined)).toEqual([])
})
