import type { TileSize } from './photo-looks.ts'
import { breakIntoRows, type RowItems } from './photo-rows.ts'

/** A day on which pictures were taken, and how many. */
export interface PhotoDay {
  /** `2026-11-15`. */
  date: string
  count: number
  /** The width of each for 100 of its height; 0 where that is not known. */
  aspects?: readonly number[] | undefined
}

/** A row of pictures from edge to edge; days that begin in it have their dates above it. */
export interface PhotoRow {
  /** The number of its first picture in the whole list, and of the one after its last. */
  first: number
  end: number
  top: number
  /** Of the dates, or 0. */
  headingPx: number
  /** Of the pictures. */
  heightPx: number
}

/** Where everything is before a single picture is there. */
export interface Timeline {
  days: readonly PhotoDay[]
  /** The number of the first picture of each day, and how many there are. */
  firsts: Int32Array
  rows: readonly PhotoRow[]
  items: RowItems
  height: number
}

export interface TileBox {
  index: number
  left: number
  /** From the top of its day. */
  top: number
  width: number
  height: number
}

/** A part of a day that is in view, with its date. */
export interface DaySection extends PhotoDay {
  /** The number of its first picture in the whole list. */
  first: number
  top: number
  height: number
  heading: { left: number; width: number; height: number }
  /** It has rows of its own below its first one, over which its date stays in view. */
  isLong: boolean
  tiles: TileBox[]
}

const NARROW_PX = 640
const HEIGHTS_PX = {
  narrow: { small: 84, medium: 122, large: 210 },
  wide: { small: 118, medium: 184, large: 290 },
} as const satisfies Record<string, Record<TileSize, number>>
/** What is wider or narrower is cut to it. */
const RATIOS = { least: 0.5, most: 2.6 }

export function layOutTimeline(
  days: readonly PhotoDay[],
  { widthPx, size }: { widthPx: number; size: TileSize },
): Timeline {
  const isNarrow = widthPx < NARROW_PX
  const gapPx = isNarrow ? 2 : 6
  const headingPx = isNarrow ? 40 : 48
  const wantedPx = HEIGHTS_PX[isNarrow ? 'narrow' : 'wide'][size]
  const gaps = { gapPx, dayPx: isNarrow ? 10 : 20, datePx: isNarrow ? 112 : 148 }
  const { items, firsts } = measureItems(days, { ...gaps, wantedPx })
  const rows: PhotoRow[] = []
  let top = 0
  for (const { first, end, height } of breakIntoRows(items, Math.max(1, widthPx), wantedPx)) {
    const heightPx = Math.round(height)
    const hasDate = firstOfDay(items, first) || (items.nextDays[first] ?? end) < end
    const row = { first, end, top, headingPx: hasDate ? headingPx : 0, heightPx }
    rows.push(row)
    top += row.headingPx + heightPx + gapPx
  }
  return { days, firsts, rows, items, height: top }
}

function measureItems(
  days: readonly PhotoDay[],
  {
    gapPx,
    dayPx,
    datePx,
    wantedPx,
  }: { gapPx: number; dayPx: number; datePx: number; wantedPx: number },
): { items: RowItems; firsts: Int32Array } {
  const count = days.reduce((sum, day) => sum + day.count, 0)
  const items: RowItems = {
    ratios: new Float64Array(count),
    leads: new Float64Array(count).fill(gapPx),
    pads: new Float64Array(count),
    nextDays: new Int32Array(count),
  }
  const firsts = new Int32Array(days.length + 1)
  let at = 0
  for (const [index, day] of days.entries()) {
    firsts[index] = at
    items.leads[at] = dayPx
    let widthPx = gapPx * (day.count - 1)
    const next = at + day.count
    for (let inside = 0; at < next; at++, inside++) {
      const ratio = toRatio(day.aspects?.[inside])
      items.ratios[at] = ratio
      items.nextDays[at] = next
      widthPx += ratio * wantedPx
    }
    items.pads[at - 1] = Math.max(0, datePx - widthPx)
  }
  firsts[days.length] = count
  return { items, firsts }
}

function toRatio(aspect = 0): number {
  if (aspect === 0) return 1
  return Math.min(RATIOS.most, Math.max(RATIOS.least, aspect / 100))
}

/** The days of which something is between two heights, with their pictures there. */
export function sectionsBetween(timeline: Timeline, from: number, to: number): DaySection[] {
  const { rows } = timeline
  const sections: DaySection[] = []
  for (let at = rowAtHeight(timeline, from); at < rows.length; at++) {
    const row = rows[at]
    if (!row || row.top >= to) break
    for (const tile of tilesOf(timeline, row)) {
      let section = sections.at(-1)
      if (!section || tile.index >= section.first + section.count) {
        section = toSection(timeline, tile.index)
        sections.push(section)
      }
      section.tiles.push({ ...tile, top: tile.top - section.top })
    }
  }
  return sections
}

function toSection(timeline: Timeline, index: number): DaySection {
  const { days, firsts, rows } = timeline
  const dayAt = dayOf(timeline, index)
  const day = days[dayAt] ?? { date: '', count: 0 }
  const first = firsts[dayAt] ?? 0
  const rowAt = rowOf(timeline, first)
  const [row, last] = [rows[rowAt], rows[rowOf(timeline, first + day.count - 1)]]
  if (!row || !last) throw new RangeError('the timeline has no such day')
  const tiles = tilesOf(timeline, row)
  const own = tiles.filter(({ index: tile }) => tile >= first && tile < first + day.count)
  const left = own[0]?.left ?? 0
  const end = own.at(-1)
  const pad = timeline.items.pads[end?.index ?? 0] ?? 0
  return {
    ...day,
    first,
    top: row.top,
    height: last.top + last.headingPx + last.heightPx - row.top,
    heading: {
      left,
      width: (end?.left ?? 0) + (end?.width ?? 0) + pad - left,
      height: row.headingPx,
    },
    isLong: last !== row && row.first === first,
    tiles: [],
  }
}

/** Their tops are from the top of the timeline. */
export function tilesOf({ items }: Timeline, row: PhotoRow): TileBox[] {
  const tiles: TileBox[] = []
  let x = 0
  for (let index = row.first; index < row.end; index++) {
    if (index > row.first) x += items.leads[index] ?? 0
    const left = Math.round(x)
    x += (items.ratios[index] ?? 1) * row.heightPx
    const width = Math.max(1, Math.round(x) - left)
    tiles.push({ index, left, top: row.top + row.headingPx, width, height: row.heightPx })
    x += items.pads[index] ?? 0
  }
  return tiles
}

/** The row of a picture, by its number in the rows. */
export function rowOf({ rows }: Timeline, index: number): number {
  return Math.max(
    0,
    lastWhere(rows.length, (at) => (rows[at]?.first ?? 0) <= index),
  )
}

/** The row at a height. */
export function rowAtHeight({ rows }: Timeline, top: number): number {
  return Math.max(
    0,
    lastWhere(rows.length, (at) => (rows[at]?.top ?? 0) <= top),
  )
}

/** Where a picture is in the whole. */
export function boxOf(timeline: Timeline, index: number): TileBox | undefined {
  const row = timeline.rows[rowOf(timeline, index)]
  return row && tilesOf(timeline, row).find((tile) => tile.index === index)
}

/** The day of a picture, by its number in the days. */
export function dayOf({ days, firsts }: Timeline, index: number): number {
  return Math.max(
    0,
    lastWhere(days.length, (at) => (firsts[at] ?? 0) <= index),
  )
}

/** The picture that a key leads to; undefined for other keys. */
export function tileAfterKey(timeline: Timeline, index: number, key: string): number | undefined {
  const last = (timeline.firsts.at(-1) ?? 0) - 1
  if (last < 0) return undefined
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, index - 1)
    case 'ArrowRight':
      return Math.min(last, index + 1)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'ArrowDown':
      return nearestIn(timeline, index, 1)
    case 'ArrowUp':
      return nearestIn(timeline, index, -1)
    default:
      return undefined
  }
}

/** The picture above or below the middle of this one. */
function nearestIn(timeline: Timeline, index: number, step: 1 | -1): number {
  const row = timeline.rows[rowOf(timeline, index) + step]
  const box = boxOf(timeline, index)
  if (!row || !box) return index
  const middle = box.left + box.width / 2
  const distance = ({ left, width }: TileBox) => Math.max(left - middle, middle - left - width)
  const tiles = tilesOf(timeline, row)
  const nearest = tiles.reduce((best, tile) => (distance(tile) < distance(best) ? tile : best))
  return nearest.index
}

export interface Month {
  /** `2026-11`. */
  month: string
  /** The number of its first picture. */
  first: number
  count: number
}

/** Where each month begins, the latest first. */
export function monthsOf(days: readonly PhotoDay[]): Month[] {
  const months: Month[] = []
  let first = 0
  for (const { date, count } of days) {
    const month = date.slice(0, 7)
    const known = months.at(-1)
    if (known?.month === month) known.count += count
    else months.push({ month, first, count })
    first += count
  }
  return months
}

function firstOfDay({ nextDays }: RowItems, index: number): boolean {
  return index === 0 || nextDays[index - 1] === index
}

/** -1 where it holds for none; it must hold for the first ones and not for the rest. */
function lastWhere(count: number, holds: (at: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) low = middle + 1
    else high = middle
  }
  return low - 1
}
