import { expect, test } from 'vitest'
import { toNodeName } from './node-name.ts'

test('a name is kept in NFC', () => {
  expect(toNodeName('Cafe\u0301.txt')).toBe('Caf\u00e9.txt')
  expect(toNodeName('\u1112\u1161\u11ab')).toBe('한')
})

test('spaces around a name and dots at its end are kept', () => {
  for (const name of [' Holiday photos\u3000 ', 'a. ', ' ', ' .. ', '\u00a0a\ufeff', 'a...']) {
    expect(toNodeName(name)).toBe(name)
  }
})

test('dots, emoji, quotes and backslashes are ordinary characters', () => {
  for (const name of ['.hidden', '...', 'a.', '👩‍👩‍👧.jpg', 'it\'s "so"', 'C:\\x', 'CON', '100%']) {
    expect(toNodeName(name)).toBe(name)
  }
})

test.each([
  ['empty', ''],
  ['a tab', 'a\t'],
  ['the folder itself', '.'],
  ['the folder above', '..'],
  ['a slash', 'a/b'],
  ['a NUL', 'a\0b'],
  ['a line feed', 'a\nb'],
  ['a C1 control character', 'a\u0085b'],
  ['a line separator', 'a\u2028b'],
  ['half a character', 'a\ud800b'],
])('refuses a name that is or contains %s', (_, name) => {
  expect(() => toNodeName(name)).toThrowError(/invalid_argument/)
})

test('a name has at most 255 bytes', () => {
  expect(toNodeName('文'.repeat(85))).toHaveLength(85)
  expect(() => toNodeName(`${'文'.repeat(85)}a`)).toThrowError(/255 bytes/)
})
