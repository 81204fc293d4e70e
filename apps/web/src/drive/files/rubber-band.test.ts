import { expect, test } from 'vitest'
import { rowsInBand, scrollStep } from './rubber-band.ts'

const list = {
  rowCount: 10,
  columns: 1,
  linePx: 44,
  tileWidthPx: 800,
  tileHeightPx: 44,
  gapPx: 0,
  startPx: 0,
}
/** Four tiles of 100 by 80 with gaps of 10, from 20 on; the last line has two. */
const grid = {
  rowCount: 10,
  columns: 4,
  linePx: 90,
  tileWidthPx: 100,
  tileHeightPx: 80,
  gapPx: 10,
  startPx: 20,
}

test('in a list, a rubber band touches whole rows, and none below the last', () => {
  expect(rowsInBand(list, { x: 5, y: 50 }, { x: 9, y: 140 })).toEqual([{ first: 1, last: 3 }])
  expect(rowsInBand(list, { x: 5, y: 600 }, { x: 9, y: 420 })).toEqual([{ first: 9, last: 9 }])
  expect(rowsInBand(list, { x: 5, y: 600 }, { x: 9, y: 500 })).toEqual([])
})

test('in a grid, a rubber band touches the tiles under it, line by line', () => {
  expect(rowsInBand(grid, { x: 125, y: 10 }, { x: 235, y: 95 })).toEqual([
    { first: 1, last: 1 },
    { first: 5, last: 5 },
  ])
  expect(rowsInBand(grid, { x: 0, y: 0 }, { x: 500, y: 500 })).toEqual([
    { first: 0, last: 3 },
    { first: 4, last: 7 },
    { first: 8, last: 9 },
  ])
})

test('a rubber band in the gaps between tiles touches nothing', () => {
  expect(rowsInBand(grid, { x: 121, y: 10 }, { x: 128, y: 40 })).toEqual([])
  expect(rowsInBand(grid, { x: 30, y: 82 }, { x: 60, y: 88 })).toEqual([])
  expect(rowsInBand(grid, { x: 2, y: 10 }, { x: 15, y: 40 })).toEqual([])
})

test('the list scrolls while the rubber band is at its edge, faster the farther out', () => {
  expect(scrollStep(200, 400)).toBe(0)
  expect(scrollStep(10, 400)).toBeLessThan(0)
  expect(scrollStep(-50, 400)).toBeLessThan(scrollStep(10, 400))
  expect(scrollStep(430, 400)).toBeGreaterThan(0)
  expect(scrollStep(9000, 400)).toBe(60)
})
