import { expect, test } from 'vitest'
import {
  contentPx,
  linesInView,
  linesToDraw,
  offsetAt,
  offsetToSee,
  scrollTopAt,
} from './line-scroll.ts'

const short = { lineCount: 1000, linePx: 44, viewPx: 440 }
const long = { lineCount: 1_000_000, linePx: 44, viewPx: 440 }

test('the lines in view follow the scroll position, including partly visible ones', () => {
  expect(contentPx(short)).toBe(44_000)
  expect(linesInView(short, 0)).toEqual({ first: 0, last: 9 })
  expect(linesInView(short, 50)).toEqual({ first: 1, last: 11 })
  expect(linesInView(short, 44_000 - 440)).toEqual({ first: 990, last: 999 })
  expect(linesInView({ ...short, lineCount: 3 }, 0)).toEqual({ first: 0, last: 2 })
})

test('a million lines fit into the height that a browser supports, from the first to the last', () => {
  expect(contentPx(long)).toBe(15_000_000)
  expect(linesInView(long, 0).first).toBe(0)
  expect(linesInView(long, contentPx(long) - long.viewPx).last).toBe(999_999)
  const offset = 777_777 * 44
  expect(offsetAt(long, scrollTopAt(long, offset))).toBeCloseTo(offset, 3)
})

test('scrolling to a line moves the list as little as possible', () => {
  expect(offsetToSee(short, 5, 0)).toBe(0)
  expect(offsetToSee(short, 20, 0)).toBe(21 * 44 - 440)
  expect(offsetToSee(short, 2, 1000)).toBe(88)
})

test('the number of drawn lines stays the same while scrolling', () => {
  expect(linesToDraw(short, 0)).toEqual({ first: 0, last: 17 })
  for (const scrollTop of [5000, 5020, 5044, 5099, 6001]) {
    const { first, last } = linesToDraw(short, scrollTop)
    const seen = linesInView(short, scrollTop)
    expect(last - first + 1).toBe(24)
    expect(first).toBeLessThanOrEqual(seen.first - 6)
    expect(last).toBeGreaterThanOrEqual(seen.last + 6)
  }
  expect(linesToDraw(short, 44_000 - 440).last).toBe(999)
  expect(linesToDraw({ ...short, lineCount: 0 }, 0)).toEqual({ first: 0, last: 0 })
})
