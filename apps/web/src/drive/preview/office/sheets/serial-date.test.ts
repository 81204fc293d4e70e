import { expect, test } from 'vitest'
import { durationDays, toDate, toSerial } from './serial-date.ts'

const day = (serial: number, system: 1900 | 1904 = 1900) =>
  toDate(serial, system)?.toISOString().slice(0, 10)

test('days are counted from 1900, with the leap day that never was', () => {
  expect(day(1)).toBe('1900-01-01')
  expect(day(59)).toBe('1900-02-28')
  expect(day(61)).toBe('1900-03-01')
  expect(day(25_569)).toBe('1970-01-01')
  expect(day(46_345)).toBe('2026-11-19')
})

test('days are counted from 1904 where a workbook says so', () => {
  expect(day(0, 1904)).toBe('1904-01-01')
  expect(day(46_345 - 1462, 1904)).toBe('2026-11-19')
})

test('a part of a day is its time', () => {
  expect(toDate(46_345.395_833_333_3, 1900)?.toISOString()).toBe('2026-11-19T09:30:00.000Z')
})

test('what no calendar has is no date', () => {
  expect(toDate(-1, 1900)).toBeUndefined()
  expect(toDate(3_000_000, 1900)).toBeUndefined()
  expect(toDate(Number.NaN, 1900)).toBeUndefined()
})

test('dates and durations of OpenDocument become the same numbers', () => {
  expect(toSerial('2026-11-19')).toBe(46_345)
  expect(toSerial('2026-11-19T12:00:00')).toBe(46_345.5)
  expect(toSerial('1900-02-28')).toBe(59)
  expect(toSerial('soon')).toBeUndefined()
  expect(durationDays('PT36H00M00S')).toBe(1.5)
  expect(durationDays('-PT12H')).toBe(-0.5)
  expect(durationDays('later')).toBeUndefined()
})
