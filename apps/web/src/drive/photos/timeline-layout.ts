/** A day on which pictures were taken, and how many. */
export interface PhotoDay {
  /** `2026-11-15`. */
  date: string
  count: number
}

export interface DaySection extends PhotoDay {
  /** The number of its first picture in the whole list. */
  first: number
  top: number
  height: number
}

/** Where everything stands before a single picture is there. */
export interface Timeline {
  sections: readonly DaySection[]
  columns: number
  /** The side of a picture. */
  tilePx: number
  gapPx: number
  headingPx: number
  height: number
}

export interface TilePlace {
  index: number
  left: number
  /** From the top of its day. */
  top: number
}

const NARROW_PX = 640
const TILE_PX = 172

export function layOutTimeline(days: readonly PhotoDay[], widthPx: number): Timeline {
  const isNarrow = widthPx < NARROW_PX
  const gapPx = isNarrow ? 2 : 6
  const headingPx = isNarrow ? 44 : 52
  const columns = isNarrow ? 3 : Math.max(3, Math.floor((widthPx + gapPx) / (TILE_PX + gapPx)))
  const tilePx = Math.max(1, (widthPx - gapPx * (columns - 1)) / columns)
  const sections: DaySection[] = []
  let top = 0
  let first = 0
  for (const { date, count } of days) {
    const height = headingPx + Math.ceil(count / columns) * (tilePx + gapPx)
    sections.push({ date, count, first, top, height })
    top += height
    first += count
  }
  return { sections, columns, tilePx, gapPx, headingPx, height: top }
}

/** The days of which something stands between two heights. */
export function sectionsBetween(
  { sections }: Timeline,
  from: number,
  to: number,
): readonly DaySection[] {
  const begin = lastWhere(sections, (section) => section.top <= from)
  const end = lastWhere(sections, (section) => section.top < to)
  return sections.slice(Math.max(0, begin), end + 1)
}

/** The pictures of a day that stand between two heights of the whole. */
export function tilesBetween(
  { columns, tilePx, gapPx, headingPx }: Timeline,
  section: DaySection,
  from: number,
  to: number,
): TilePlace[] {
  const step = tilePx + gapPx
  const inside = section.top + headingPx
  const firstRow = Math.max(0, Math.floor((from - inside) / step))
  const lastRow = Math.floor((to - inside) / step)
  const tiles: TilePlace[] = []
  const end = Math.min(section.count, (lastRow + 1) * columns)
  for (let at = firstRow * columns; at < end; at++) {
    tiles.push({
      index: section.first + at,
      left: (at % columns) * step,
      top: headingPx + Math.floor(at / columns) * step,
    })
  }
  return tiles
}

/** The day that a picture is of. */
export function sectionOf({ sections }: Timeline, index: number): DaySection | undefined {
  return sections[lastWhere(sections, ({ first }) => first <= index)]
}

/** The day at a height. */
export function sectionAt({ sections }: Timeline, top: number): DaySection | undefined {
  return sections[
    Math.max(
      0,
      lastWhere(sections, (section) => section.top <= top),
    )
  ]
}

/** Where a picture stands in the whole. */
export function topOf(timeline: Timeline, index: number): number {
  const section = sectionOf(timeline, index)
  if (!section) return 0
  const row = Math.floor((index - section.first) / timeline.columns)
  return section.top + timeline.headingPx + row * (timeline.tilePx + timeline.gapPx)
}

/** The picture that a key leads to; undefined for other keys. */
export function tileAfterKey(timeline: Timeline, index: number, key: string): number | undefined {
  const { columns, sections } = timeline
  const last = sections.reduce((sum, { count }) => sum + count, 0) - 1
  const section = sectionOf(timeline, index)
  if (!section) return undefined
  const at = index - section.first
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, index - 1)
    case 'ArrowRight':
      return Math.min(last, index + 1)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'ArrowDown': {
      if (at + columns < section.count) return index + columns
      const isLastRow = Math.floor(at / columns) === Math.floor((section.count - 1) / columns)
      if (!isLastRow) return section.first + section.count - 1
      const next = sections[sections.indexOf(section) + 1]
      return next ? next.first + Math.min(at % columns, next.count - 1) : index
    }
    case 'ArrowUp': {
      if (at >= columns) return index - columns
      const before = sections[sections.indexOf(section) - 1]
      if (!before) return index
      const lastRow = Math.floor((before.count - 1) / columns) * columns
      return before.first + Math.min(lastRow + at, before.count - 1)
    }
    default:
      return undefined
  }
}

export interface Month {
  /** `2026-11`. */
  month: string
  top: number
}

/** Where each month begins. */
export function monthsOf({ sections }: Timeline): Month[] {
  const months: Month[] = []
  for (const { date, top } of sections) {
    const month = date.slice(0, 7)
    if (months.at(-1)?.month !== month) months.push({ month, top })
  }
  return months
}

/** -1 where it holds for none; it must hold for the first ones and not for the rest. */
function lastWhere<T>(sorted: readonly T[], holds: (one: T) => boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const one = sorted[middle]
    if (one !== undefined && holds(one)) low = middle + 1
    else high = middle
  }
  return low - 1
}
