import { expect, test } from 'vitest'
import { isOver, toDay, toEndOfDay } from './end-of-day.ts'

test('something that ends after a day ends with its last second in the time zone of the reader', () => {
  const end = new Date(toEndOfDay('2027-01-31'))
  expect([end.getFullYear(), end.getMonth(), end.getDate()]).toEqual([2027, 0, 31])
  expect([end.getHours(), end.getMinutes(), end.getSeconds()]).toEqual([23, 59, 59])
  expect(toDay(toEndOfDay('2027-01-31'))).toBe('2027-01-31')
  expect(toDay(undefined)).toBe('')
})

test('today can still be chosen as the last day, and yesterday cannot', () => {
  const now = new Date(2027, 0, 31, 18)
  expect(isOver('2027-01-31', now)).toBe(false)
  expect(isOver('2027-01-30', now)).toBe(true)
  expect(isOver('', now)).toBe(false)
})
