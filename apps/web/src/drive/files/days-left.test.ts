import { expect, test } from 'vitest'
import { daysLeft } from './days-left.ts'

const thrownAway = '2026-03-01T12:00:00Z'
const at = (time: string) => daysLeft(thrownAway, 30, Date.parse(time))

test('the days until deletion count down to zero', () => {
  expect(at('2026-03-01T12:00:00Z')).toBe(30)
  expect(at('2026-03-02T11:00:00Z')).toBe(30)
  expect(at('2026-03-02T13:00:00Z')).toBe(29)
  expect(at('2026-03-30T13:00:00Z')).toBe(1)
  expect(at('2026-03-31T12:00:00Z')).toBe(0)
  expect(at('2026-04-09T12:00:00Z')).toBe(0)
})
