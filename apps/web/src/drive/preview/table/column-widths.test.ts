import { expect, test } from 'vitest'
import { columnWidths } from './column-widths.ts'

test('a column is as wide as its widest cell, up to a limit', () => {
  expect(columnWidths([['a', 'a longer one', 'x'.repeat(500)]], 3)).toEqual([7, 16, 42])
})

test('wide letters count twice for the column width, and a short row leaves its columns narrow', () => {
  expect(columnWidths([['고양이 사진'], []], 2)).toEqual([15, 7])
})
