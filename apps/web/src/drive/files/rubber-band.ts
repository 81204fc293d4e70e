import type { RowRange } from '../listing/row-range.ts'

/** How the tiles or rows lie that a band is drawn over; all in pixels. */
export interface BandSpace {
  rowCount: number
  columns: number
  linePx: number
  /** Of one tile, without the gap after it. */
  tileWidthPx: number
  tileHeightPx: number
  gapPx: number
  /** From the edge to the first tile. */
  startPx: number
}

export interface BandPoint {
  x: number
  /** From the top of the first line, however far that is scrolled away. */
  y: number
}

/** The rows that a band from one point to another touches, line by line. */
export function rowsInBand(space: BandSpace, from: BandPoint, to: BandPoint): RowRange[] {
  const { rowCount, columns, linePx, tileHeightPx } = space
  const top = Math.min(from.y, to.y)
  const bottom = Math.max(from.y, to.y)
  const lastLine = Math.ceil(rowCount / columns) - 1
  // A line counts from its tiles' top edge to their bottom edge; below them is the gap.
  const firstLine = Math.floor(top / linePx) + (top % linePx > tileHeightPx ? 1 : 0)
  const endLine = Math.min(Math.floor(bottom / linePx), lastLine)
  if (firstLine > endLine || bottom < 0) return []
  if (columns === 1) return [{ first: Math.max(0, firstLine), last: endLine }]
  const across = columnsInBand(space, Math.min(from.x, to.x), Math.max(from.x, to.x))
  if (across === undefined) return []
  const ranges: RowRange[] = []
  for (let line = Math.max(0, firstLine); line <= endLine; line++) {
    const first = line * columns + across.first
    const last = Math.min(line * columns + across.last, rowCount - 1)
    if (first <= last) ranges.push({ first, last })
  }
  return ranges
}

function columnsInBand(
  { columns, tileWidthPx, gapPx, startPx }: BandSpace,
  left: number,
  right: number,
): RowRange | undefined {
  const stepPx = tileWidthPx + gapPx
  const first = Math.max(0, Math.ceil((left - startPx - tileWidthPx) / stepPx))
  const last = Math.min(columns - 1, Math.floor((right - startPx) / stepPx))
  return first <= last ? { first, last } : undefined
}

/** How far a list moves in a moment while the pointer is near or beyond its edge. */
export function scrollStep(y: number, viewPx: number): number {
  const EDGE_PX = 32
  const over = y < EDGE_PX ? y - EDGE_PX : y > viewPx - EDGE_PX ? y - (viewPx - EDGE_PX) : 0
  return Math.max(-60, Math.min(60, over / 2))
}
