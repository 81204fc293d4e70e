import { expect, test } from 'vitest'
import { toCopyName } from './to-copy-name.ts'

const mine = (name: string) => `${name} (my copy)`

test('the name of a copy keeps the extension', () => {
  expect(toCopyName('note.md', mine)).toBe('note (my copy).md')
  expect(toCopyName('a.tar.gz', mine)).toBe('a.tar (my copy).gz')
})

test('a name without an extension gets the suffix at the end', () => {
  expect(toCopyName('Makefile', mine)).toBe('Makefile (my copy)')
  expect(toCopyName('.profile', mine)).toBe('.profile (my copy)')
})
