import { expect, test } from 'vitest'
import { alignToPuts, bytesOf, totalBytes, within, without } from './block-ranges.ts'

// Ten and a half blocks, sent two at a time.
const layout = { size: 105, block_size: 10, blocks_per_put: 2 }

test('a PUT covers whole units of blocks, except at the end of the file', () => {
  expect(alignToPuts([[1, 1]], layout)).toEqual([[0, 1]])
  expect(
    alignToPuts(
      [
        [4, 4],
        [6, 6],
        [10, 10],
      ],
      layout,
    ),
  ).toEqual([
    [4, 7],
    [10, 10],
  ])
  expect(
    alignToPuts(
      [
        [9, 10],
        [0, 0],
      ],
      layout,
    ),
  ).toEqual([
    [0, 1],
    [8, 10],
  ])
})

test('the last block ends at the end of the file', () => {
  expect(bytesOf([10, 10], layout)).toEqual([100, 105])
  expect(
    totalBytes(
      [
        [0, 1],
        [10, 10],
      ],
      layout,
    ),
  ).toBe(25)
})

test('ranges are split when a part is removed or selected', () => {
  expect(without([[0, 9]], [3, 5])).toEqual([
    [0, 2],
    [6, 9],
  ])
  expect(without([[0, 2]], [0, 5])).toEqual([])
  expect(
    within(
      [
        [0, 2],
        [5, 9],
      ],
      [2, 6],
    ),
  ).toEqual([
    [2, 2],
    [5, 6],
  ])
})
