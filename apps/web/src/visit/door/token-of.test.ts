import { expect, test } from 'vitest'
import { tokenOf } from './token-of.ts'

test.each([
  ['/s/neyQsWMZ1RfiBn001aVVsQ', 'neyQsWMZ1RfiBn001aVVsQ'],
  ['/s/%EA%B9%80%EC%B9%98/', '김치'],
  ['/s/', ''],
  ['/s/half%E', 'half%E'],
  ['/s/%FF%FE', '%FF%FE'],
])('the page %s opens the link “%s”', (path, token) => {
  expect(tokenOf(path)).toBe(token)
})
