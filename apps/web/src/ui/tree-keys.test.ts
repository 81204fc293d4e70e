import { expect, test } from 'vitest'
import { moveInTree, type TreeRow } from './tree-keys.ts'

const rows: TreeRow[] = [
  { level: 1, isOpen: true },
  { level: 2, isOpen: false },
  { level: 2, isOpen: undefined },
  { level: 1, isOpen: false },
]

test('up and down go through all rows of the tree and stop at its ends', () => {
  expect(moveInTree('ArrowDown', rows, 0)).toEqual({ kind: 'go', to: 1 })
  expect(moveInTree('ArrowDown', rows, 3)).toEqual({ kind: 'go', to: 3 })
  expect(moveInTree('ArrowUp', rows, 0)).toEqual({ kind: 'go', to: 0 })
  expect(moveInTree('End', rows, 0)).toEqual({ kind: 'go', to: 3 })
})

test('right opens a folder, then goes inside; left closes it, then goes to the parent', () => {
  expect(moveInTree('ArrowRight', rows, 1)).toEqual({ kind: 'open' })
  expect(moveInTree('ArrowRight', rows, 0)).toEqual({ kind: 'go', to: 1 })
  expect(moveInTree('ArrowRight', rows, 2)).toBeUndefined()
  expect(moveInTree('ArrowLeft', rows, 0)).toEqual({ kind: 'close' })
  expect(moveInTree('ArrowLeft', rows, 2)).toEqual({ kind: 'go', to: 0 })
  expect(moveInTree('ArrowLeft', rows, 3)).toBeUndefined()
})

test('Enter and Space open the folder; other keys do nothing in the tree', () => {
  expect(moveInTree('Enter', rows, 2)).toEqual({ kind: 'enter' })
  expect(moveInTree(' ', rows, 2)).toEqual({ kind: 'enter' })
  expect(moveInTree('Tab', rows, 2)).toBeUndefined()
  expect(moveInTree('ArrowDown', [], 0)).toBeUndefined()
})
