import type { BandSpace } from './rubber-band.ts'

export const ROW_PX = 44
const TOUCH_ROW_PX = 60

export type LineShape = Omit<BandSpace, 'rowCount'>

/** Rows, one in a line. */
export function listShape(widthPx: number, isTouch: boolean): LineShape {
  const linePx = isTouch ? TOUCH_ROW_PX : ROW_PX
  return { columns: 1, linePx, tileWidthPx: widthPx, tileHeightPx: linePx, gapPx: 0, startPx: 0 }
}

/** The line with a name below a picture, and the edges around both. */
const CAPTION_PX = 52 + 18

/** Tiles, as many in a line as fit, two at least. */
export function gridShape(widthPx: number, isTouch: boolean): LineShape {
  const startPx = isTouch ? 12 : 20
  const gapPx = 12
  const smallestPx = isTouch ? 140 : 168
  const innerPx = Math.max(0, widthPx - 2 * startPx)
  const columns = Math.max(2, Math.floor((innerPx + gapPx) / (smallestPx + gapPx)))
  const tileWidthPx = (innerPx - gapPx * (columns - 1)) / columns
  const tileHeightPx = Math.round(tileWidthPx * 0.66) + CAPTION_PX
  return { columns, linePx: tileHeightPx + gapPx, tileWidthPx, tileHeightPx, gapPx, startPx }
}
