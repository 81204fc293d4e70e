import { expect, test } from 'vitest'
import { sortKey, sortType } from './sort-key.ts'

function inOrder(names: string[]): string[] {
  const byBytes = (a: string, b: string) =>
    Buffer.compare(Buffer.from(sortKey('file', a)), Buffer.from(sortKey('file', b)))
  return [...names].sort(byBytes)
}

test('numbers in names are ordered by their value', () => {
  expect(inOrder(['file 10', 'file 9', 'file 2', 'file 100', 'file 1.5', 'file'])).toEqual([
    'file',
    'file 1.5',
    'file 2',
    'file 9',
    'file 10',
    'file 100',
  ])
})

test('a number of 200 digits is still ordered by its value', () => {
  const long = '9'.repeat(200)
  expect(inOrder([`1${long}`, long, '5'])).toEqual(['5', long, `1${long}`])
})

test('leading zeros decide the order only between equal numbers', () => {
  expect(inOrder(['a 3', 'a 02', 'a 2', 'a 002', 'a 1'])).toEqual([
    'a 1',
    'a 002',
    'a 02',
    'a 2',
    'a 3',
  ])
})

test('case decides the order only between names that are otherwise equal', () => {
  expect(inOrder(['b', 'a', 'B', 'A', 'aB', 'ab'])).toEqual(['A', 'a', 'aB', 'ab', 'B', 'b'])
})

test('a hyphen comes before digits and digits before letters', () => {
  expect(inOrder(['x', '7', '-', '_', '文'])).toEqual(['-', '7', '_', 'x', '文'])
})

test('Chinese, Korean and characters beyond the basic plane are ordered by their code points', () => {
  expect(inOrder(['한국', '𠀀', '中文', '一'])).toEqual(['一', '中文', '한국', '𠀀'])
})

test('a folder comes before every file', () => {
  expect(sortKey('folder', '文') < sortKey('file', '-')).toBe(true)
})

test('different names have different sort keys', () => {
  const names = ['a1', 'a01', 'A1', 'a 1', 'a0', 'a00', '00011', '11', '0']
  expect(new Set(names.map((name) => sortKey('file', name))).size).toBe(names.length)
})

test.each([
  ['folder', 'photos.2026', ''],
  ['file', 'Holiday.JPG', 'jpg'],
  ['file', 'archive.tar.gz', 'gz'],
  ['file', '.profile', ''],
  ['file', 'README', ''],
  ['file', 'ends.', ''],
] as const)('the %s "%s" has the type "%s" for sorting', (kind, name, type) => {
  expect(sortType(kind, name)).toBe(type)
})
