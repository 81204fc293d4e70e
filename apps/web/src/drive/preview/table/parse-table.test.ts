import { expect, test } from 'vitest'
import { detectSeparator, parseTable } from './parse-table.ts'

const rowsOf = (text: string) => parseTable(text).rows

test('commas separate the cells of a CSV file, and line breaks its rows', () => {
  expect(rowsOf('a,b\n1,2\n')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(rowsOf('a,b\n1,2')).toHaveLength(2)
})

test('quoted cells may contain commas, line breaks and quotes', () => {
  expect(rowsOf('name,note\n"Sari, R.","says ""hi""\nand goes"\n')).toEqual([
    ['name', 'note'],
    ['Sari, R.', 'says "hi"\nand goes'],
  ])
})

test('a quote inside a cell is kept, and an unclosed quote loses nothing', () => {
  expect(rowsOf('size,5" disk\n')).toEqual([['size', '5" disk']])
  expect(rowsOf('a,"b\nc')).toEqual([['a', 'b\nc']])
  expect(rowsOf('"a"b,c')).toEqual([['ab', 'c']])
})

test('empty cells are kept, and empty lines are skipped', () => {
  expect(rowsOf('a,,c\n,,\n\nd,e,')).toEqual([
    ['a', '', 'c'],
    ['', '', ''],
    ['d', 'e', ''],
  ])
})

test.each([
  ['name;price\nTea;1,50\nCake;3,20\n', ';'],
  ['name\tprice\nTea, green\t1\n', '\t'],
  ['a|b|c\n1|2|3\n', '|'],
  ['a,b;c\n1,2;3\n', ','],
  ['"a;b",c\n"d;e",f\n', ','],
  ['only one column\nof words\n', ','],
])('the separator of %j is %j', (text, separator) => {
  expect(detectSeparator(text)).toBe(separator)
})

test('the first line of a CSV file may name its separator', () => {
  expect(parseTable('sep=;\na;b,c\n')).toEqual({
    rows: [['a', 'b,c']],
    columnCount: 2,
    separator: ';',
  })
})

test('the widest row sets the number of columns', () => {
  expect(parseTable('a,b\n1,2,3\n').columnCount).toBe(3)
  expect(parseTable('').columnCount).toBe(0)
})

test('a table of a hundred thousand rows is parsed completely', () => {
  const { rows } = parseTable('id,"a name",note\n'.repeat(100_000))
  expect(rows).toHaveLength(100_000)
  expect(rows.at(-1)).toEqual(['id', 'a name', 'note'])
})
