import { expect, test } from 'vitest'
import { goesOn } from './goes-on.ts'

const own = { base: { hash: 'b', text: 'written here' }, ownHash: 'b', expectedHash: 'b' }
const empty = { base: { hash: 'e', text: '' }, ownHash: undefined, expectedHash: 'e' }

test('a save goes on with what was saved here last, and with a note that is still empty', () => {
  expect(goesOn({ ...own, text: 'written here, and more' })).toBe(true)
  expect(goesOn({ ...empty, text: 'the first words' })).toBe(true)
})

test('what was saved elsewhere stays a version', () => {
  expect(goesOn({ ...own, ownHash: undefined, text: 'more' })).toBe(false)
  expect(goesOn({ ...own, ownHash: 'a', text: 'more' })).toBe(false)
})

test('a conflict that is overwritten stays a version, also where both began with an empty note', () => {
  expect(goesOn({ ...empty, expectedHash: 'theirs', text: 'mine' })).toBe(false)
  expect(goesOn({ ...own, expectedHash: 'theirs', text: 'mine' })).toBe(false)
})

test('a text of which most was deleted stays a version', () => {
  const long = { ...own, base: { hash: 'b', text: 'a'.repeat(1_000) } }
  expect(goesOn({ ...long, text: '' })).toBe(false)
  expect(goesOn({ ...long, text: 'a'.repeat(499) })).toBe(false)
  expect(goesOn({ ...long, text: 'a'.repeat(500) })).toBe(true)
  expect(goesOn({ ...own, text: '' })).toBe(true)
})
