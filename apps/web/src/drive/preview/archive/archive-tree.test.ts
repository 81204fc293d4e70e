import { expect, test } from 'vitest'
import { type ArchiveEntry, takeShown, toArchiveTree, toRows } from './archive-tree.ts'

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

test('of an archive with very many or very deep entries a part is shown', () => {
  const many = Array.from({ length: 60_000 }, (_, index) => file(`${index}.txt`))
  const deep = [file('a/'.repeat(30_000)), file(`${'a/'.repeat(99)}b.txt`), file('c.txt')]
  expect(takeShown(deep)).toEqual({ shown: deep.slice(1), isPart: true })
  expect(takeShown(deep.slice(1))).toEqual({ shown: deep.slice(1), isPart: false })
  const { shown, isPart } = takeShown(many)
  expect([shown.length, isPart]).toEqual([50_000, true])
  expect(toArchiveTree(shown).children).toHaveLength(50_000)
})

test('of an archive whose paths have very many names together a part is shown', () => {
  const deep = Array.from({ length: 6_000 }, (_, index) => file(`${index}/${'a/'.repeat(98)}b.txt`))
  const { shown, isPart } = takeShown(deep)
  expect([shown.length, isPart]).toEqual([5_000, true])
})

test('a tree of many deep paths is made in linear time', () => {
  const entries = Array.from({ length: 20_000 }, (_, index) =>
    file(`${'a/'.repeat(90)}${index}/b.txt`),
  )
  expect(toArchiveTree(entries).sizeBytes).toBe(20_000)
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
