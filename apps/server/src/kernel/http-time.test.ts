import { expect, test } from 'vitest'
import { toHttpTime } from './http-time.ts'

test('toHttpTime writes every time as Date.toUTCString does', () => {
  const edges = [0, 1, -1, 999, 1000, 86_399_999, 86_400_000, -86_400_000, 8.64e15, -8.64e15]
  // A step that has no common divisor with a day, an hour or a minute.
  const spread = Array.from({ length: 20_000 }, (_, i) => -62_167_219_200_000 + i * 15_812_345_677)
  for (const ms of [...edges, ...spread]) expect(toHttpTime(ms)).toBe(new Date(ms).toUTCString())
})

test('toHttpTime refuses an invalid time', () => {
  for (const ms of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 86_400_000]) {
    expect(() => toHttpTime(ms)).toThrow(RangeError)
  }
})
