import { expect, test } from 'vitest'
import { matchAgain, toKeptFile } from './match-again.ts'

const file = (name: string, content: string, lastModified = 1000) =>
  new File([content], name, { lastModified })

const entry = (one: File) => ({ path: one.name, source: one })

test('files that are chosen again are known by name, size and time', () => {
  const kept = ['a', 'b', 'c', 'd'].map((name) => toKeptFile(entry(file(name, name))))
  const { found, missing } = matchAgain(kept, [
    file('a', 'a'),
    file('b', 'longer'),
    file('c', 'c', 2000),
    file('stranger', 'x'),
  ])
  expect(found.map(({ path }) => path)).toEqual(['a'])
  expect(missing.map(([path]) => path)).toEqual(['b', 'c', 'd'])
})

test('an empty folder needs nobody to choose it', () => {
  const kept = [toKeptFile({ path: 'trip/empty', kind: 'folder' })]
  expect(matchAgain(kept, [])).toEqual({
    found: [{ path: 'trip/empty', kind: 'folder' }],
    missing: [],
  })
})
