import { expect, test } from 'vitest'
import { parsePieceName, requireGapless } from './piece-name.ts'

const pieces = (...named: [name: string, size: number][]) =>
  named.map(([name, size]) => ({ name, size }))

function accepts(total: number, ...named: [string, number][]): boolean {
  try {
    requireGapless(pieces(...named), total)
    return true
  } catch {
    return false
  }
}

test('pieces are numbered from 0 or 1, with zeros or without, or named by their bytes', () => {
  expect(accepts(9, ['0000000000000000', 5], ['0000000000000001', 4])).toBe(true)
  expect(accepts(9, ['00001', 5], ['00002', 4])).toBe(true)
  expect(accepts(9, ['000001', 5], ['000002', 4])).toBe(true)
  expect(
    accepts(12, ...Array.from({ length: 12 }, (_, at) => [`${at + 1}`, 1] as [string, number])),
  ).toBe(true)
  expect(
    accepts(9, ['000000000000000-000000000000005', 5], ['000000000000005-000000000000009', 4]),
  ).toBe(true)
  expect(
    accepts(9, ['000000000000000-000000000000004', 5], ['000000000000005-000000000000008', 4]),
  ).toBe(true)
  expect(accepts(9, ['0000000000000000', 5], ['0000000000000005', 4])).toBe(true)
  expect(accepts(0)).toBe(true)
})

test('a gap, a piece too many and another sum are rejected', () => {
  expect(accepts(9, ['1', 5], ['3', 4])).toBe(false)
  expect(accepts(4, ['2', 4])).toBe(false)
  expect(accepts(9, ['0', 5], ['6', 4])).toBe(false)
  expect(accepts(9, ['0-5', 5], ['6-9', 3])).toBe(false)
  expect(accepts(9, ['0-5', 5], ['1', 4])).toBe(false)
  expect(accepts(10, ['1', 5], ['2', 4])).toBe(false)
  expect(accepts(5)).toBe(false)
})

test('a name that is no number is rejected', () => {
  for (const name of [
    '',
    '.file',
    'a',
    '-1',
    '1-',
    '5-4',
    '1.5',
    '99999999999999999',
    '9999999999999999',
    ' 1',
  ]) {
    expect(() => parsePieceName(name), name).toThrow()
  }
})
