import { expect, test } from 'vitest'
import { toArchiveTree, toRows } from './archive-tree.ts'
import { rowAfterTreeKey } from './tree-keys.ts'

const file = (path: string) => ({ path, isFolder: false, sizeBytes: 1, isLocked: false })
// a, a/b, a/b/c.txt, a/d.txt, e.txt
const rows = toRows(
  toArchiveTree([file('a/b/c.txt'), file('a/d.txt'), file('e.txt')]),
  new Set(['a', 'a/b']),
)

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 4, 4],
  ['ArrowUp', 0, 0],
  ['Home', 3, 0],
  ['End', 0, 4],
  ['ArrowRight', 0, 1],
  ['ArrowLeft', 0, 'toggle'],
  ['ArrowLeft', 2, 1],
  ['ArrowLeft', 3, 0],
  ['ArrowLeft', 4, undefined],
  ['ArrowRight', 4, undefined],
  ['Enter', 1, 'toggle'],
  [' ', 4, undefined],
  ['x', 0, undefined],
] as const)('the key %s in row %i leads to %s', (key, at, expected) => {
  expect(rowAfterTreeKey(key, rows, at)).toBe(expected)
})

test('the right arrow opens a closed folder', () => {
  const closed = toRows(toArchiveTree([file('a/b.txt')]), new Set())
  expect(rowAfterTreeKey('ArrowRight', closed, 0)).toBe('toggle')
})
