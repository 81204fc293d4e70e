import { expect, test } from 'vitest'
import { MAX_RANGES, parseByteRanges } from './byte-range.ts'

test.each([
  ['bytes=0-0', [{ start: 0, end: 0 }]],
  ['bytes=5-', [{ start: 5, end: 999 }]],
  ['bytes=990-5000', [{ start: 990, end: 999 }]],
  ['bytes=-10', [{ start: 990, end: 999 }]],
  ['bytes=-5000', [{ start: 0, end: 999 }]],
  ['Bytes= 1-2 ', [{ start: 1, end: 2 }]],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=99999999999999999999-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=2-1', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=a-b', 'whole'],
  ['items=0-1', 'whole'],
  ['bytes', 'whole'],
  ['', 'whole'],
])('the range header "%s" on 1,000 bytes means %o', (header, expected) => {
  expect(parseByteRanges(header, 1000)).toEqual(expected)
})

test.each([
  ['in their order', 'bytes=900-901 , 0-1', ['900-901', '0-1']],
  ['without those beyond the end', 'bytes=0-1,1000-,500-501', ['0-1', '500-501']],
  ['joined where they overlap', 'bytes=0-499,300-600,-1', ['0-600', '999-999']],
  ['joined where they touch', 'bytes=0-3,4-13,15-16', ['0-13', '15-16']],
  ['with empty list elements ignored', 'bytes=0-1,, ,5-6,', ['0-1', '5-6']],
  ['joined at the position of the first', 'bytes=600-650,0-1,640-660', ['600-660', '0-1']],
  ['once when requested repeatedly', `bytes=${Array(64).fill('0-').join()}`, ['0-999']],
])('several ranges are given %s', (_, header, expected) => {
  const ranges = parseByteRanges(header, 1000)
  expect(Array.isArray(ranges) && ranges.map(({ start, end }) => `${start}-${end}`)).toEqual(
    expected,
  )
})

test('several ranges beyond the end are unsatisfiable, and a malformed one among them gives the whole', () => {
  expect(parseByteRanges('bytes=1000-,2000-2001', 1000)).toBe('unsatisfiable')
  expect(parseByteRanges('bytes=0-1,x', 1000)).toBe('whole')
  expect(parseByteRanges('bytes=,', 1000)).toBe('whole')
})

test('a request for too many ranges gets the whole content', () => {
  const pieces = (count: number) =>
    `bytes=${Array.from({ length: count }, (_, i) => `${i * 1000}-${i * 1000}`).join()}`
  expect(parseByteRanges(pieces(MAX_RANGES), 1e6)).toHaveLength(MAX_RANGES)
  expect(parseByteRanges(pieces(MAX_RANGES + 1), 1e6)).toBe('whole')
})

test('every range of an empty content is unsatisfiable', () => {
  expect(parseByteRanges('bytes=0-', 0)).toBe('unsatisfiable')
  expect(parseByteRanges('bytes=-1', 0)).toBe('unsatisfiable')
})
