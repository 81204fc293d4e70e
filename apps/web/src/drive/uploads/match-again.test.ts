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

test('files that are chosen again are matched by name, size and time', async () => {
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

test('a file that could not be read is matched by its path alone', async () => {
  const unread = { ...taken('a', 0), kind: 'unreadable' as const }
  const { found, missing } = await matchAgain([toKeptFile(unread)], [file('a', 'whatever')])
  expect([found.map(({ path }) => path), missing]).toEqual([['a'], []])
})

test('every chosen file inside a folder that could not be listed is accepted', async () => {
  const unread = { ...taken('trip/closed', 0), kind: 'unreadable-folder' as const }
  const inside = Object.assign(file('b', 'b'), { webkitRelativePath: 'trip/closed/b' })
  const { found, missing, others } = await matchAgain(
    [toKeptFile(unread)],
    [inside, file('a', 'a')],
  )
  expect(found.map(({ path }) => path)).toEqual(['trip/closed/b'])
  expect([missing, others.map(({ path }) => path)]).toEqual([[], ['a']])
})

test('an empty folder resumes without being chosen again', async () => {
  const empty = { path: 'trip/empty', kind: 'folder' as const, size: 0, modified_time: undefined }
  expect(await matchAgain([toKeptFile(empty)], [])).toEqual({
    found: [{ path: 'trip/empty', kind: 'folder' }],
    missing: [],
    others: [],
  })
})
