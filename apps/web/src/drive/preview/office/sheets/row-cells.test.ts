import { expect, test } from 'vitest'
import { columnName, parseAddress } from './cell-address.ts'
import { rowCells, toSpansByRow } from './row-cells.ts'

const widths = [10, 10, 10, 10]
const spansOf = (texts: string[], kinds = 't'.repeat(texts.length), spans = toSpansByRow([])) =>
  rowCells({ rows: [texts], kinds: [kinds] }, 0, widths, spans).map(({ text, span }) => [
    text,
    span,
  ])

test('a long text goes on over the empty cells beside it, and no further', () => {
  expect(spansOf(['a text of twenty two.', '', '', 'x'])).toEqual([
    ['a text of twenty two.', 3],
    ['x', 1],
  ])
  expect(spansOf(['a text of twenty two.', 'x'])).toEqual([
    ['a text of twenty two.', 1],
    ['x', 1],
    ['', 1],
    ['', 1],
  ])
  expect(spansOf(['1234567890123'], 'n')[0]).toEqual(['1234567890123', 1])
})

test('merged cells are one, and end with the columns that are shown', () => {
  const spans = toSpansByRow([
    { row: 0, column: 0, columnCount: 2 },
    { row: 0, column: 2, columnCount: 100 },
  ])
  expect(spansOf(['a', '', 'b'], 'ttt', spans)).toEqual([
    ['a', 2],
    ['b', 2],
  ])
})

test('addresses have letters for columns and numbers for rows', () => {
  expect(parseAddress('A1')).toEqual({ column: 0, row: 0 })
  expect(parseAddress('AB12')).toEqual({ column: 27, row: 11 })
  expect(['one', 'A', '1', '', 'ABCD1', 'A12345678'].filter(parseAddress)).toEqual([])
  expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
})
