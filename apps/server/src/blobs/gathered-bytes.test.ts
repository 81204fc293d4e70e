import { expect, test } from 'vitest'
import { afterBytes, GatheredBytes } from './gathered-bytes.ts'

test('gathered bytes are taken in order, and every giver is notified', () => {
  const { gathered, told } = gather('abc', 'de')
  const { pieces, tell } = gathered.take()
  expect(toText(pieces)).toBe('abcde')
  expect(gathered.count).toBe(0)
  expect(told).toEqual([])
  tell()
  expect(told).toEqual(['abc', 'de'])
})

test('the giver of a partly taken piece is notified when its last byte is taken', () => {
  const { gathered, told } = gather('abc', 'defg', 'h')
  const first = gathered.take(3)
  expect(toText(first.pieces)).toBe('abcde')
  expect(gathered.count).toBe(3)
  first.tell()
  expect(told).toEqual(['abc'])
  gathered.add(Buffer.from('i'))
  const second = gathered.take()
  expect(toText(second.pieces)).toBe('fghi')
  second.tell()
  expect(told).toEqual(['abc', 'defg', 'h'])
})

test('leaving more bytes than were gathered throws an error', () => {
  const { gathered } = gather('abc')
  expect(() => gathered.take(4)).toThrow(RangeError)
})

test('afterBytes returns the pieces after a number of bytes', () => {
  const pieces = [Buffer.from('abc'), Buffer.from('de')]
  expect(toText(afterBytes(pieces, 0))).toBe('abcde')
  expect(toText(afterBytes(pieces, 2))).toBe('cde')
  expect(toText(afterBytes(pieces, 3))).toBe('de')
  expect(afterBytes(pieces, 5)).toEqual([])
})

function gather(...texts: string[]) {
  const gathered = new GatheredBytes()
  const told: string[] = []
  for (const text of texts) gathered.add(Buffer.from(text), () => told.push(text))
  return { gathered, told }
}

function toText(pieces: readonly Uint8Array[]): string {
  return Buffer.concat(pieces).toString()
}
