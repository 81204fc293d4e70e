import { expect, test } from 'vitest'
import { formatBytes, formatDuration, formatWhen } from './format.ts'
import type { Translate } from './keys.ts'

test('a size is rounded to the digits that matter', () => {
  expect(formatBytes(0, 'en')).toBe('0 bytes')
  expect(formatBytes(1, 'en')).toBe('1 byte')
  expect(formatBytes(220_000, 'en')).toBe('220 kB')
  expect(formatBytes(4_840_000, 'en')).toBe('4.8 MB')
  expect(formatBytes(999_960, 'en')).toBe('1 MB')
  expect(formatBytes(38_400_000_000, 'en')).toBe('38 GB')
  expect(formatBytes(4_840_000, 'ko')).toBe('4.8MB')
})

test('a time is shown as today with the hour, as yesterday, or as a date', () => {
  const language = {
    t: ((key, ...[values]) => `${key} ${JSON.stringify(values)}`) as Translate,
    tag: 'en-GB',
  }
  const now = new Date(2026, 10, 15, 0, 5)
  expect(formatWhen(new Date(2026, 10, 15, 0, 1), now, language)).toBe(
    'date.today {"time":"00:01"}',
  )
  expect(formatWhen(new Date(2026, 10, 14, 23, 59), now, language)).toContain('date.yesterday')
  expect(formatWhen(new Date(2026, 10, 12), now, language)).toBe('12 Nov')
  expect(formatWhen(new Date(2025, 10, 12), now, language)).toBe('12 Nov 2025')
})

test('a remaining time is at least one second', () => {
  expect(formatDuration(0.2, 'en')).toBe('1 sec')
  expect(formatDuration(150, 'en')).toBe('3 min')
  expect(formatDuration(7200, 'en')).toBe('2 hr')
})
