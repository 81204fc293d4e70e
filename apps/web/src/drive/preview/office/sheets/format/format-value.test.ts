import { expect, test } from 'vitest'
import { createFormat } from './format-value.ts'

const write = (code: string, value: number, tag = 'en-US') => createFormat(code, tag)(value)

test.each([
  ['General', 1234.5, '1234.5'],
  ['General', 0.1 + 0.2, '0.3'],
  ['General', -7, '-7'],
  ['General', 1.5e15, '1.5E+15'],
  ['0', 2.5, '3'],
  ['0.00', 1234.5, '1234.50'],
  ['#,##0', 1234567.8, '1,234,568'],
  ['#,##0.00', -1234.5, '-1,234.50'],
  ['0.0#', 1.25, '1.25'],
  ['0.0#', 1, '1.0'],
  ['000', 7, '007'],
  ['#', 0, ''],
  ['0%', 0.256, '26%'],
  ['0.00%', 0.256, '25.60%'],
  ['#,##0,', 1234567, '1,235'],
  ['0.0,,"M"', 1_250_000, '1.3M'],
  ['0.00E+00', 12345, '1.23E+04'],
  ['##0.0E+0', 12345, '12.3E+3'],
  ['# ?/?', 1.5, '1 1/2'],
  ['# ??/??', 0.333_333, '1/3'],
  ['000-0000', 5551234, '555-1234'],
  ['0" kg"', 5, '5 kg'],
  ['\\x0', 5, 'x5'],
  [';;;', 5, ''],
  ['@', 5, '5'],
])('%s writes %d as %j', (code, value, text) => {
  expect(write(code, value)).toBe(text)
})

test.each([
  ['"$"#,##0.00', 1234.5, '$1,234.50'],
  ['[$€-407] #,##0.00', 3, '€ 3.00'],
  ['#,##0.00 [$₩-412]', -3, '-3.00 ₩'],
  ['_-* #,##0.00 "kr"_-;-* #,##0.00 "kr"_-', -3, '-3.00 kr '],
])('the currency of %s is written with %d as %j', (code, value, text) => {
  expect(write(code, value).trimStart()).toBe(text)
})

test('a section of their own shows numbers below zero, zero, and those of a condition', () => {
  const code = '#,##0;[Red](#,##0);"none"'
  expect([5, -5, 0].map((value) => write(code, value))).toEqual(['5', '(5)', 'none'])
  const conditions = '[<1000]0;[>=1000000]0.0,,"M";0.0,"k"'
  expect([-5, 2_500_000, 2500].map((value) => write(conditions, value))).toEqual([
    '-5',
    '2.5M',
    '2.5k',
  ])
  expect(write('[>=0]0.0;-0.0', -2)).toBe('-2.0')
})

test('numbers are written in the language of the reader', () => {
  expect(write('#,##0.00', 1234.5, 'id-ID')).toBe('1.234,50')
  expect(write('General', 0.5, 'id-ID')).toBe('0,5')
})

const MOMENT = 46_345.395_833_333

test.each([
  ['m/d/yyyy', 'en-US', '11/19/2026'],
  ['dd.mm.yyyy', 'en-GB', '19/11/2026'],
  ['d-mmm-yy', 'en-GB', '19 Nov 26'],
  ['dddd, d mmmm yyyy', 'en-GB', 'Thursday, 19 November 2026'],
  ['yyyy"年"m"月"d"日"', 'zh-CN', '2026/11/19'],
  ['yyyy-mm-dd', 'ko-KR', '2026. 11. 19.'],
  ['h:mm', 'en-GB', '9:30'],
  ['hh:mm:ss', 'en-GB', '09:30:00'],
  ['mm:ss', 'en-GB', '30:00'],
  ['[$-409]mmm yyyy', 'en-GB', 'Nov 2026'],
])('%s is a date, in %s %j', (code, tag, text) => {
  expect(write(code, MOMENT, tag)).toBe(text)
})

test('a clock of twelve hours says which half of the day it is', () => {
  expect(write('h:mm AM/PM', MOMENT, 'en-US').replace('\u202f', ' ')).toBe('9:30 AM')
})

test('hours go on counting after a day where a format says so', () => {
  expect(write('[h]:mm:ss', 1.5)).toBe('36:00:00')
  expect(write('[mm]:ss', 0.125)).toBe('180:00')
  expect(write('[h]:mm', -0.25)).toBe('-6:00')
})

test('a workbook of 1904 has other dates', () => {
  expect(createFormat('d/m/yyyy', 'en-GB', 1904)(0)).toBe('01/01/1904')
})

test('what is no date is shown as its number, and what is no format as a number', () => {
  expect(write('d/m/yyyy', -5)).toBe('-5')
  expect(write('d/m/yyyy', 1e9)).toBe('1000000000')
  expect(write('', 5)).toBe('5')
})

test.each([
  '"',
  '\\',
  '[',
  '#,'.repeat(5000),
  '"'.repeat(5000),
  '0'.repeat(5000),
  'm'.repeat(5000),
])('a format that is made to break is only another format: %#', (code) => {
  expect(write(code, 3)).toBeTypeOf('string')
})
