import { expect, test } from 'vitest'
import { allBlocks, withBlock, withoutBlocks } from './block-ranges.ts'

test('an empty content has no blocks', () => {
  expect(allBlocks(0)).toEqual([])
  expect(allBlocks(3)).toEqual([[0, 2]])
})

test('removing blocks splits, shortens and empties ranges', () => {
  expect(withoutBlocks([[0, 9]], 3, 5)).toEqual([
    [0, 2],
    [6, 9],
  ])
  expect(withoutBlocks([[0, 9]], 0, 8)).toEqual([[9, 9]])
  expect(
    withoutBlocks(
      [
        [0, 1],
        [4, 5],
        [8, 9],
      ],
      1,
      8,
    ),
  ).toEqual([
    [0, 0],
    [9, 9],
  ])
  expect(withoutBlocks([[2, 3]], 0, 9)).toEqual([])
  expect(withoutBlocks([[2, 3]], 4, 9)).toEqual([[2, 3]])
})

test('adding a block back joins it to its neighbours', () => {
  expect(
    withBlock(
      [
        [0, 2],
        [4, 9],
      ],
      3,
    ),
  ).toEqual([[0, 9]])
  expect(withBlock([], 3)).toEqual([[3, 3]])
  expect(withBlock([[0, 5]], 3)).toEqual([[0, 5]])
  expect(withBlock([[5, 6]], 1)).toEqual([
    [1, 1],
    [5, 6],
  ])
})
