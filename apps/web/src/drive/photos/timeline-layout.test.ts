import { expect, test } from 'vitest'
import { anchorAt, topOfAnchor } from './timeline-anchor.ts'
import {
  boxOf,
  layOutTimeline,
  monthsOf,
  type PhotoDay,
  sectionsBetween,
  type Timeline,
  tileAfterKey,
  tilesOf,
} from './timeline-layout.ts'

const shapes = [150, 150, 67, 133, 178, 100, 75]

function day(date: string, count: number, seed = 0): PhotoDay {
  const aspects = Array.from({ length: count }, (_, at) => shapes[(at + seed) % 7] ?? 100)
  return { date, count, aspects }
}

const mixed = [
  day('2026-11-15', 1),
  day('2026-11-14', 1, 2),
  day('2026-11-10', 2, 3),
  day('2026-11-02', 31, 4),
  day('2026-10-30', 1, 5),
  day('2026-10-29', 5, 6),
  day('2026-09-01', 1, 2),
]

const WIDTHS = [304, 390, 1000, 1600, 2480]
const SIZES = ['small', 'medium', 'large'] as const

function eachLayout(days: readonly PhotoDay[], check: (t: Timeline, widthPx: number) => void) {
  for (const widthPx of WIDTHS) {
    for (const size of SIZES) check(layOutTimeline(days, { widthPx, size }), widthPx)
  }
}

function rightEnd(timeline: Timeline, row: Timeline['rows'][number]): number {
  const last = tilesOf(timeline, row).at(-1)
  return (last?.left ?? 0) + (last?.width ?? 0) + (timeline.items.pads[row.end - 1] ?? 0)
}

test('every row but the last is filled from edge to edge, and no picture is lost', () => {
  const years = Array.from({ length: 300 }, (_, at) =>
    day(
      `${2026 - Math.floor(at / 12)}-${String(12 - (at % 12)).padStart(2, '0')}-01`,
      (at % 9) + 1,
      at,
    ),
  )
  for (const days of [mixed, years]) {
    eachLayout(days, (timeline, widthPx) => {
      const { rows } = timeline
      expect(rows[0]?.first).toBe(0)
      for (const [at, row] of rows.entries()) {
        expect(row.end).toBeGreaterThan(row.first)
        expect(row.end).toBe(rows[at + 1]?.first ?? timeline.firsts.at(-1))
        const end = rightEnd(timeline, row)
        if (at < rows.length - 1)
          expect(Math.abs(end - widthPx)).toBeLessThan(row.end - row.first + 3)
        else expect(end).toBeLessThan(widthPx + row.end - row.first + 3)
      }
    })
  }
})

test('days with one photo each stand beside each other in rows of even height', () => {
  const days = Array.from({ length: 40 }, (_, at) => day(`day ${at}`, 1, at))
  const { rows } = layOutTimeline(days, { widthPx: 1600, size: 'medium' })
  expect(rows.length).toBeLessThan(9)
  for (const row of rows) expect(row.end - row.first).toBeGreaterThan(3)
  const heights = rows.map(({ heightPx }) => heightPx)
  expect(Math.max(...heights) / Math.min(...heights)).toBeLessThan(1.8)
})

test('a single photo has the wanted height, and is not stretched over the page', () => {
  const { rows } = layOutTimeline([day('2026-11-15', 1)], { widthPx: 1600, size: 'medium' })
  expect(rows.map(({ heightPx }) => heightPx)).toEqual([184])
})

test('a photo of unknown shape is square, and a panorama is cut to what a row can show', () => {
  const days = [{ date: '2026-11-15', count: 3, aspects: [0, 1000, 10] }]
  const { items } = layOutTimeline(days, { widthPx: 1600, size: 'medium' })
  expect([...items.ratios]).toEqual([1, 2.6, 0.5])
  const plain = layOutTimeline([{ date: '2026-11-15', count: 2 }], { widthPx: 500, size: 'small' })
  expect([...plain.items.ratios]).toEqual([1, 1])
})

test('larger pictures give more and higher rows', () => {
  const [small, medium, large] = SIZES.map((size) => layOutTimeline(mixed, { widthPx: 1000, size }))
  expect(small?.rows.length).toBeLessThan(medium?.rows.length ?? 0)
  expect(medium?.rows.length).toBeLessThan(large?.rows.length ?? 0)
})

test('sections hold the pictures in view, each within its day, and dates stand above the first of them', () => {
  eachLayout(mixed, (timeline, widthPx) => {
    const sections = sectionsBetween(timeline, 0, timeline.height)
    expect(sections.map(({ date, tiles }) => [date, tiles.length])).toEqual(
      mixed.map(({ date, count }) => [date, count]),
    )
    for (const { first, count, heading, height, tiles, isLong } of sections) {
      expect(tiles.map(({ index }) => index)).toEqual(
        Array.from({ length: count }, (_, at) => first + at),
      )
      expect(heading.left).toBe(tiles[0]?.left)
      expect(heading.left + heading.width).toBeLessThan(widthPx + 40)
      expect(heading.height).toBeGreaterThan(0)
      for (const tile of tiles) {
        expect(tile.top).toBeGreaterThanOrEqual(heading.height)
        expect(tile.top + tile.height).toBeLessThanOrEqual(height)
      }
      expect(isLong && heading.left > 0).toBe(false)
    }
  })
})

test('headings of days that share a row do not overlap', () => {
  eachLayout(mixed, (timeline) => {
    const sections = sectionsBetween(timeline, 0, timeline.height)
    for (const [at, { top, heading }] of sections.entries()) {
      const next = sections[at + 1]
      if (next?.top === top) expect(heading.left + heading.width).toBeLessThan(next.heading.left)
    }
  })
})

test('a timeline of fifty thousand photos finds the few in view, and knows where each one is', () => {
  const days = Array.from({ length: 2_000 }, (_, at) => day(`day ${at}`, 25, at))
  const timeline = layOutTimeline(days, { widthPx: 1000, size: 'medium' })
  const middle = timeline.height / 2
  const shown = sectionsBetween(timeline, middle, middle + 1000)
  const tiles = shown.flatMap((section) => section.tiles)
  expect(tiles.length).toBeLessThan(80)
  expect(tiles.length).toBeGreaterThan(15)
  for (const { index, left } of tiles) expect(boxOf(timeline, index)?.left).toBe(left)
  expect(boxOf(timeline, 49_999)?.top).toBeGreaterThan(timeline.height - 600)
  expect(boxOf(timeline, 0)).toMatchObject({ index: 0, left: 0 })
})

test('arrow keys move along rows and to the nearest photo of the row above or below', () => {
  eachLayout(mixed, (timeline) => {
    const go = (from: number, ...keys: string[]) =>
      keys.reduce((at, key) => tileAfterKey(timeline, at, key) ?? at, from)
    const count = timeline.firsts.at(-1) ?? 0
    expect(go(0, 'ArrowRight', 'ArrowRight', 'ArrowLeft')).toBe(1)
    expect(go(0, 'ArrowLeft')).toBe(0)
    expect(go(0, 'End')).toBe(count - 1)
    expect(go(count - 1, 'ArrowRight')).toBe(count - 1)
    expect(go(count - 1, 'Home')).toBe(0)
    expect(tileAfterKey(timeline, 0, 'x')).toBeUndefined()
    for (let index = 0; index < count; index++) {
      const [box, below] = [boxOf(timeline, index), boxOf(timeline, go(index, 'ArrowDown'))]
      if (!box || !below) throw new Error('no such picture')
      if (below.index === index) continue
      expect(below.top).toBeGreaterThan(box.top)
      const middle = box.left + box.width / 2
      expect(below.left - 30).toBeLessThanOrEqual(middle)
    }
    expect(go(0, 'ArrowUp')).toBe(0)
    expect(go(count - 1, 'ArrowDown')).toBe(count - 1)
  })
})

test('a month starts with the first photo of its latest day', () => {
  expect(monthsOf(mixed)).toEqual([
    { month: '2026-11', first: 0, count: 35 },
    { month: '2026-10', first: 35, count: 6 },
    { month: '2026-09', first: 41, count: 1 },
  ])
})

test('what is at the top of the view stays there when the width or the photos before it change', () => {
  const wide = layOutTimeline(mixed, { widthPx: 1600, size: 'medium' })
  const row = wide.rows[3]
  if (!row) throw new Error('no such row')
  const anchor = anchorAt(wide, row.top + 10)
  if (!anchor) throw new Error('nothing at this height')
  expect(topOfAnchor(wide, anchor)).toBe(row.top + 10)
  const more = layOutTimeline([day('2026-11-16', 9), ...mixed], { widthPx: 400, size: 'large' })
  const box = boxOf(more, row.first + 9)
  const top = topOfAnchor(more, anchor)
  expect(Math.abs((box?.top ?? 0) - top)).toBeLessThan(60)
  const without = layOutTimeline(mixed.slice(5), { widthPx: 1600, size: 'medium' })
  expect(topOfAnchor(without, anchor)).toBeLessThan(40)
  expect(anchorAt(layOutTimeline([], { widthPx: 1600, size: 'small' }), 0)).toBeUndefined()
})
