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
  /** Days with few pictures stand beside each other. */
  left: number
  width: number
  /** The column that its first picture is in. */
  column: number
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
/** So many columns the words of a date need. */
const HEADING_COLUMNS = 2

export function layOutTimeline(days: readonly PhotoDay[], widthPx: number): Timeline {
  const isNarrow = widthPx < NARROW_PX
  const gapPx = isNarrow ? 2 : 6
  const headingPx = isNarrow ? 44 : 52
  const columns = isNarrow ? 3 : Math.max(3, Math.floor((widthPx + gapPx) / (TILE_PX + gapPx)))
  const tilePx = Math.max(1, (widthPx - gapPx * (columns - 1)) / columns)
  const sections: DaySection[] = []
  const step = tilePx + gapPx
  let top = 0
  let bottom = 0
  let first = 0
  let column = 0
  for (const { date, count } of days) {
    // On a phone each day has its own row: there is room for one date.
    const span = isNarrow ? columns : Math.min(columns, Math.max(count, HEADING_COLUMNS))
    if (column + span > columns) {
      top = bottom
      column = 0
    }
    const height = headingPx + Math.ceil(count / columns) * step
    const place = { top, left: column * step, width: span * step - gapPx, column }
    sections.push({ date, count, first, height, ...place })
    bottom = top + height
    column += span
    first += count
  }
  return { sections, columns, tilePx, gapPx, headingPx, height: bottom }
}

/** The days of which something stands between two heights. */
export function sectionsBetween(
  { sections }: Timeline,
  from: number,
  to: number,
): readonly DaySection[] {
  const begin = firstBeside(
    sections,
    lastWhere(sections, (section) => section.top <= from),
  )
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
  const at = lastWhere(sections, (section) => section.top <= top)
  return sections[Math.max(0, firstBeside(sections, at))]
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
  const column = section.column + (at % columns)
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
      const next = below(sections, section, column)
      return next ? next.first + Math.min(column - next.column, next.count - 1) : index
    }
    case 'ArrowUp': {
      if (at >= columns) return index - columns
      const before = above(sections, section, column)
      if (!before) return index
      const lastRow = Math.floor((before.count - 1) / columns) * columns
      return before.first + Math.min(lastRow + column - before.column, before.count - 1)
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

/** The first of the days that stand beside this one. */
function firstBeside(sections: readonly DaySection[], at: number): number {
  let first = at
  while (first > 0 && sections[first - 1]?.top === sections[at]?.top) first--
  return first
}

/** The day over a column in the next row of days. */
function below(
  sections: readonly DaySection[],
  { top }: DaySection,
  column: number,
): DaySection | undefined {
  const next = sections[lastWhere(sections, (section) => section.top <= top) + 1]
  return next && atColumn(sections, next.top, column)
}

function above(
  sections: readonly DaySection[],
  { top }: DaySection,
  column: number,
): DaySection | undefined {
  const before = sections[lastWhere(sections, (section) => section.top < top)]
  return before && atColumn(sections, before.top, column)
}

function atColumn(
  sections: readonly DaySection[],
  top: number,
  column: number,
): DaySection | undefined {
  const isBefore = (section: DaySection) =>
    section.top < top || (section.top === top && section.column <= column)
  return sections[lastWhere(sections, isBefore)]
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
