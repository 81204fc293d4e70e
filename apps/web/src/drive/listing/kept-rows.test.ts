import { expect, test } from 'vitest'
import { KeptRows } from './kept-rows.ts'
import { LookedAt } from './looked-at.ts'
import { toFile } from './testing.ts'

test('a file is searched from a row onwards, and then from the beginning', () => {
  const kept = keep('a b c a')
  const isA = ({ name }: { name: string }) => name === 'a'
  expect(kept.find(1, isA)).toBe(3)
  expect(kept.find(4, isA)).toBe(0)
  expect(kept.find(9, () => false)).toBeUndefined()
})

test('removed rows, folders among them, are no longer counted', () => {
  const kept = keep('D a - b', { folders: 1 })
  expect(kept.isWhole()).toBe(false)
  expect(kept.remove(new Set(['id-never']))).toBe(false)
  expect(kept.remove(new Set(['id-D', 'id-b']))).toBe(true)
  expect([kept.length, kept.folders]).toEqual([2, 0])
  expect([kept.at(0)?.name, kept.at(1)]).toEqual(['a', undefined])
  expect([kept.indexOf('id-a'), kept.indexOf('id-b')]).toEqual([0, -1])
})

test('a list of unknown length grows page by page until there is no next page', () => {
  const kept = keep('a b', { isOpen: true })
  const lookedAt = new LookedAt()
  lookedAt.look({ first: 6, last: 7 })
  expect([...kept.stretchesAt(lookedAt)]).toEqual([1])
  kept.addStretch(1, { files: ['c', 'd'].map(toFile), next: '4' })
  expect([kept.length, kept.isOpen, kept.tokenOf(2)]).toEqual([4, true, '4'])
  expect([...kept.stretchesAt(lookedAt)]).toEqual([2])
  kept.addStretch(2, { files: [toFile('e')], next: undefined })
  expect([kept.length, kept.isOpen, kept.isWhole()]).toEqual([5, false, true])
})

/** Stretches of two rows; one that is not there is called -, a folder D. */
function keep(
  names: string,
  { folders, isOpen = false }: { folders?: number; isOpen?: boolean } = {},
): KeptRows {
  const rows = names.split(' ').map((name) => {
    if (name === '-') return undefined
    return { ...toFile(name), kind: name === 'D' ? ('folder' as const) : ('file' as const) }
  })
  const count = isOpen ? undefined : rows.length
  return new KeptRows({ rows, tokens: [undefined, '2'], every: 2, count, folders })
}
