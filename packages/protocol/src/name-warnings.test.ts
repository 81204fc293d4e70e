import { expect, test } from 'vitest'
import { nameWarnings } from './name-warnings.ts'

test.each([
  'a.txt',
  '图 1.png',
  'console',
  'com',
  'com10',
  'a.con',
  '.hidden',
  ' begins with a space',
  "it's (2) & more; 100%",
])('%o is a valid name on every system', (name) => {
  expect(nameWarnings(name)).toEqual([])
})

test.each([
  'a?',
  'a*b',
  'back\\slash',
  'what "he" said',
  'a|b',
  '<a>',
  'ends with a dot.',
  'ends with a space ',
  ' ',
  'con',
  'NUL.txt',
  'Com1.tar.gz',
  'lpt\u00b9',
  'CONIN$',
])('%o is not a valid name on Windows', (name) => {
  expect(nameWarnings(name)).toEqual(['windows'])
})

test('a name with a colon is valid neither on Windows nor on macOS', () => {
  expect(nameWarnings('12:30 meeting')).toEqual(['windows', 'macos'])
})
