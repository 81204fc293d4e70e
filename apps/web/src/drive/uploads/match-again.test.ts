import { expect, test } from 'vitest'
import { matchAgain, toKeptFile } from './match-again.ts'

const file = (name: string, content: string, lastModified = 1000) =>
  new File([content], name, { lastModified })

const taken = (path: string, size: number) => ({
  path,
  kind: 'file' as const,
  size,
  modified_time: new Date(1000).toISOString(),
})

test('files that are chosen again are known by name, size and time', async () => {
  const kept = ['a', 'b', 'c', 'd'].map((name) => toKeptFile(taken(name, 1)))
  const { found, missing, others } = await matchAgain(kept, [
    file('a', 'a'),
    file('b', 'longer'),
    file('c', 'c', 2000),
    file('stranger', 'x'),
  ])
  expect(found.map(({ path }) => path)).toEqual(['a'])
  expect(missing.map(([path]) => path)).toEqual(['b', 'c', 'd'])
  expect(others.map(({ path }) => path)).toEqual(['stranger'])
})

test('an empty folder needs nobody to choose it', async () => {
  const empty = { path: 'trip/empty', kind: 'folder' as const, size: 0, modified_time: undefined }
  expect(await matchAgain([toKeptFile(empty)], [])).toEqual({
    found: [{ path: 'trip/empty', kind: 'folder' }],
    missing: [],
    others: [],
  })
})
