import { expect, test } from 'vitest'
import { readRetryAfterMs } from './retry-after.ts'

const NOW_MS = Date.UTC(2026, 10, 1, 12)

function read(headers: Record<string, string>): number | undefined {
  return readRetryAfterMs(new Headers(headers), NOW_MS)
}

test('Retry-After is read as seconds or as a date', () => {
  expect(read({ 'retry-after': '120' })).toBe(120_000)
  expect(read({ 'retry-after': '0' })).toBe(0)
  expect(read({ 'retry-after': 'Sun, 01 Nov 2026 12:00:30 GMT' })).toBe(30_000)
  expect(read({ 'retry-after': 'Sun, 01 Nov 2026 11:00:00 GMT' })).toBe(0)
})

test('a Retry-After date is measured against the Date header of the same answer', () => {
  const headers = {
    date: 'Sun, 01 Nov 2026 09:00:00 GMT',
    'retry-after': 'Sun, 01 Nov 2026 09:00:30 GMT',
  }
  expect(read(headers)).toBe(30_000)
  expect(read({ ...headers, date: 'yesterday' })).toBe(0)
})

test.each(['', 'soon', '-5', '1.5', '1e3', '9'.repeat(400), 'Nov GMT', '2026-11-01'])(
  'an invalid Retry-After is ignored: %j',
  (text) => {
    expect(read({ 'retry-after': text })).toBeUndefined()
  },
)

test('an answer without Retry-After gives no waiting time', () => {
  expect(read({})).toBeUndefined()
})
