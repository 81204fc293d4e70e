import { expect, test } from 'vitest'
import { ListCounter, type NumberFormat, toNumeral } from './list-marker.ts'

test.each<[NumberFormat, number, string]>([
  ['decimal', 12, '12'],
  ['decimalZero', 7, '07'],
  ['lowerLetter', 26, 'z'],
  ['upperLetter', 28, 'BB'],
  ['lowerRoman', 1994, 'mcmxciv'],
  ['upperRoman', 4, 'IV'],
  ['upperRoman', 0, '0'],
  ['circled', 3, '③'],
  ['circled', 99, '99'],
  ['chinese', 21, '二十一'],
  ['chinese', 10, '十'],
  ['korean', 2, '나'],
])('in %s %d is %s', (format, number, text) => {
  expect(toNumeral(number, format)).toBe(text)
})

test('a level that was left out counts as begun, and legal numbering is in digits', () => {
  const counter = new ListCounter()
  const levels = [
    { format: 'upperRoman', text: '%1', start: 1 },
    { format: 'decimal', text: '%1.%2', start: 1, isDecimal: true },
  ] as const
  expect(counter.next(levels, 1)).toBe('1.1')
  expect(counter.next(levels, 1)).toBe('1.2')
  expect(counter.next(levels, 0)).toBe('I')
  expect(counter.next(levels, 1)).toBe('1.1')
})

test('bullets of fonts of symbols are letters that every font has', () => {
  const bullet = (text: string) => new ListCounter().next([{ format: 'bullet', text, start: 1 }], 0)
  expect(['\uf0b7', '\uf0ff', '', '➤'].map(bullet)).toEqual(['•', '•', '•', '➤'])
})
