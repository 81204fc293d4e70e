import { expect, test } from 'vitest'
import { columnWidths } from './column-widths.ts'

test('a column is as wide as its widest field, within reason', () => {
  expect(columnWidths([['a', 'a longer one', 'x'.repeat(500)]], 3)).toEqual([7, 16, 42])
})

test('wide letters take twice the room, and short rows are no trouble', () => {
  expect(columnWidths([['고양이 사진'], []], 2)).toEqual([15, 7])
})
