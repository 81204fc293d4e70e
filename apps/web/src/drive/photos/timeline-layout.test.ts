import { expect, test } from 'vitest'
import {
  layOutTimeline,
  monthsOf,
  sectionAt,
  sectionsBetween,
  tileAfterKey,
  tilesBetween,
  topOf,
} from './timeline-layout.ts'

const days = [
  { date: '2026-11-15', count: 7 },
  { date: '2026-11-02', count: 1 },
  { date: '2026-10-30', count: 4 },
]

/** Three columns of 100 and gaps of 2, headings of 44. */
const narrow = layOutTimeline(days, 304)

test('photos show in three columns on a phone, and as many as fit on a wide page', () => {
  expect(narrow).toMatchObject({ columns: 3, tilePx: 100, gapPx: 2 })
  expect(layOutTimeline(days, 1000).columns).toBe(5)
  expect(layOutTimeline(days, 1600).columns).toBe(9)
})

test('the days of the timeline are placed one below the other, as high as their rows', () => {
  expect(narrow.sections.map(({ top, height, first }) => [top, height, first])).toEqual([
    [0, 44 + 3 * 102, 0],
    [350, 44 + 102, 7],
    [496, 44 + 2 * 102, 8],
  ])
  expect(narrow.height).toBe(744)
})

test('only the days and tiles in view are listed', () => {
  expect(sectionsBetween(narrow, 0, 10).map(({ date }) => date)).toEqual(['2026-11-15'])
  expect(sectionsBetween(narrow, 349, 497).map(({ date }) => date)).toEqual([
    '2026-11-15',
    '2026-11-02',
    '2026-10-30',
  ])
  const [first] = narrow.sections
  if (!first) throw new Error('no day')
  expect(tilesBetween(narrow, first, 150, 160).map(({ index }) => index)).toEqual([3, 4, 5])
  expect(tilesBetween(narrow, first, 0, 5000)).toHaveLength(7)
  expect(tilesBetween(narrow, first, 0, 50)[1]).toEqual({ index: 1, left: 102, top: 44 })
})

test('a timeline of a hundred thousand photos finds the few days in view', () => {
  const many = Array.from({ length: 4000 }, (_, at) => ({ date: `day ${at}`, count: 25 }))
  const timeline = layOutTimeline(many, 1000)
  const middle = timeline.height / 2
  const shown = sectionsBetween(timeline, middle, middle + 1000)
  expect(shown.length).toBeLessThan(4)
  expect(sectionAt(timeline, middle)).toBe(shown[0])
  expect(topOf(timeline, 99_999)).toBeGreaterThan(timeline.height - 1100)
})

test('arrow keys move along rows and across days', () => {
  const go = (from: number, ...keys: string[]) =>
    keys.reduce((at, key) => tileAfterKey(narrow, at, key) ?? at, from)
  expect(go(0, 'ArrowRight', 'ArrowDown')).toBe(4)
  // The last row is shorter: its last picture is the nearest.
  expect(go(5, 'ArrowDown')).toBe(6)
  expect(go(6, 'ArrowDown')).toBe(7)
  expect(go(7, 'ArrowDown', 'ArrowDown')).toBe(11)
  expect(go(11, 'ArrowDown')).toBe(11)
  expect(go(8, 'ArrowUp', 'ArrowUp')).toBe(6)
  expect(go(0, 'ArrowUp')).toBe(0)
  expect(go(3, 'End')).toBe(11)
  expect(go(3, 'Home')).toBe(0)
  expect(tileAfterKey(narrow, 0, 'x')).toBeUndefined()
})

test('a month starts where its first day starts', () => {
  expect(monthsOf(narrow)).toEqual([
    { month: '2026-11', top: 0 },
    { month: '2026-10', top: 496 },
  ])
})

/** Six columns of 172 and gaps of 6. */
const wide = layOutTimeline(
  [
    { date: '2026-11-15', count: 1 },
    { date: '2026-11-14', count: 1 },
    { date: '2026-11-10', count: 2 },
    { date: '2026-11-09', count: 1 },
    { date: '2026-11-02', count: 8 },
    { date: '2026-11-01', count: 3 },
  ],
  6 * 178 - 6,
)

test('on a wide page, days with few photos share a row, each with room for its date', () => {
  const places = wide.sections.map(({ top, left, width }) => [top, left, width])
  const row = wide.headingPx + 178
  expect(places).toEqual([
    [0, 0, 350],
    [0, 356, 350],
    [0, 712, 350],
    [row, 0, 350],
    [2 * row, 0, 1062],
    [3 * row + 178, 0, 528],
  ])
  expect(wide.height).toBe(4 * row + 178)
  expect(sectionsBetween(wide, 10, 20).map(({ date }) => date)).toEqual([
    '2026-11-15',
    '2026-11-14',
    '2026-11-10',
  ])
  expect(sectionAt(wide, 10)?.date).toBe('2026-11-15')
})

test('arrow keys move up and down between rows that several days share', () => {
  const go = (from: number, ...keys: string[]) =>
    keys.reduce((at, key) => tileAfterKey(wide, at, key) ?? at, from)
  // From the second day of the first row down to the only day of the next one, and on.
  expect(go(1, 'ArrowDown')).toBe(4)
  expect(go(4, 'ArrowDown')).toBe(5)
  expect(go(4, 'ArrowUp')).toBe(0)
  expect(go(1, 'ArrowRight', 'ArrowRight')).toBe(3)
  expect(go(11, 'ArrowUp', 'ArrowUp')).toBe(4)
})
