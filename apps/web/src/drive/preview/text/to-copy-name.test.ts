import { expect, test } from 'vitest'
import { toCopyName } from './to-copy-name.ts'

const mine = (name: string) => `${name} (my copy)`

test('the end of the name stays its end', () => {
  expect(toCopyName('note.md', mine)).toBe('note (my copy).md')
  expect(toCopyName('a.tar.gz', mine)).toBe('a.tar (my copy).gz')
})

test('a name without an end, or that is all end, is followed by the words', () => {
  expect(toCopyName('Makefile', mine)).toBe('Makefile (my copy)')
  expect(toCopyName('.profile', mine)).toBe('.profile (my copy)')
})
