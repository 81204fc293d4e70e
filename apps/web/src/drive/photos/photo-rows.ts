/** What the rows are broken from. */
export interface RowItems {
  /** The width of each picture for a height of 1. */
  ratios: Float64Array
  /** What is in front of each picture if it is not the first of its row: a gap, a wider one before a new day. */
  leads: Float64Array
  /** What is left free behind a picture: a day with one narrow picture is as wide as its date. */
  pads: Float64Array
  /** For each picture, the first one of the next day. */
  nextDays: Int32Array
}

export interface RowBounds {
  first: number
  end: number
  height: number
}

/** Rather a row that is so much higher or lower than a day that begins beside the rest of a longer one. */
const MIXED_COST = 0.14
/** A row is no lower than this part of the wanted height, if it is not a single picture. */
const LOWEST = 0.55

/**
 * Breaks pictures into rows as a paragraph is broken into lines: each row is filled from edge to edge, and of all
 * ways to do so the one is taken whose heights are nearest to what is wanted, over the whole. So no row is left almost empty:
 * short days stand beside each other, and the rows of a long day are of even height. The last row alone may be shorter.
 */
export function breakIntoRows(items: RowItems, widthPx: number, wantedPx: number): RowBounds[] {
  const { ratios, leads, pads, nextDays } = items
  const count = ratios.length
  const costs = new Float64Array(count + 1)
  const starts = new Int32Array(count + 1)
  const heights = new Float64Array(count + 1)
  for (let end = 1; end <= count; end++) {
    let best = Number.POSITIVE_INFINITY
    let ratio = 0
    let fixed = 0
    for (let first = end - 1; first >= 0; first--) {
      ratio += ratios[first] ?? 1
      fixed += pads[first] ?? 0
      const height = (widthPx - fixed) / ratio
      if (height < wantedPx * LOWEST && first < end - 1) break
      const isLast = end === count
      const isShort = isLast && height > wantedPx
      const scale = isShort ? 1 : Math.max(height, 1) / wantedPx
      // Half the height is as far away as twice the height.
      const off = scale + 1 / scale - 2
      const isMixed = first > 0 && isInside(nextDays, first) && (nextDays[first] ?? 0) < end
      const cost = (costs[first] ?? 0) + off + (isMixed ? MIXED_COST : 0)
      if (cost < best) {
        best = cost
        starts[end] = first
        heights[end] = isShort ? wantedPx : height
      }
      fixed += leads[first] ?? 0
    }
    costs[end] = best
  }
  const rows: RowBounds[] = []
  for (let end = count; end > 0; end = starts[end] ?? 0) {
    rows.push({ first: starts[end] ?? 0, end, height: Math.max(1, heights[end] ?? wantedPx) })
  }
  return rows.reverse()
}

/** Whether a picture is not the first one of its day. */
function isInside(nextDays: Int32Array, at: number): boolean {
  return nextDays[at - 1] === nextDays[at]
}
