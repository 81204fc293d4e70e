import { expect, test } from 'vitest'
import { type ArchiveEntry, toArchiveTree, toRows } from './archive-tree.ts'

const file = (path: string, sizeBytes = 1): ArchiveEntry => ({
  path,
  isFolder: false,
  sizeBytes,
  isLocked: false,
})
const folder = (path: string): ArchiveEntry => ({ ...file(path, 0), isFolder: true })

test('folders that only appear in file paths are in the archive tree, once each', () => {
  const top = toArchiveTree([file('a/b/c.txt', 3), folder('a/'), file('a/d.txt', 2), file('e.txt')])
  expect(top.children.map(({ name }) => name)).toEqual(['a', 'e.txt'])
  expect(top.children[0]?.children.map(({ name }) => name)).toEqual(['b', 'd.txt'])
})

test('the size of an archive folder is the sum of its contents', () => {
  const top = toArchiveTree([file('a/b/c.txt', 3), file('a/d.txt', 2), file('e.txt', 5)])
  expect(top.sizeBytes).toBe(10)
  expect(top.children[0]?.sizeBytes).toBe(5)
})

test('archive folders come first, and names are in natural order', () => {
  const top = toArchiveTree([file('10.txt'), file('9.txt'), file('z/1.txt')])
  expect(top.children.map(({ name }) => name)).toEqual(['z', '9.txt', '10.txt'])
})

test('unusual paths in an archive are normalized', () => {
  const top = toArchiveTree([file('./a.txt'), file('/b.txt'), file('c\\d.txt'), folder('/')])
  expect(top.children.map(({ path }) => path)).toEqual(['c', 'a.txt', 'b.txt'])
})

test('only the contents of open folders are listed', () => {
  const top = toArchiveTree([file('a/b/c.txt'), file('d.txt')])
  const seen = (...open: string[]) => toRows(top, new Set(open)).map(({ node }) => node.path)
  expect(seen()).toEqual(['a', 'd.txt'])
  expect(seen('a')).toEqual(['a', 'a/b', 'd.txt'])
  expect(seen('a', 'a/b')).toEqual(['a', 'a/b', 'a/b/c.txt', 'd.txt'])
})
