/** Taller than this, browsers lose count of pixels; a longer list moves faster than its scroll bar. */
const MAX_CONTENT_PX = 15_000_000
/** Lines before and after the view that are drawn ahead. */
const AROUND = 6
const STEP = 2

export interface LineSpace {
  lineCount: number
  linePx: number
  /** Height of what is seen at a time. */
  viewPx: number
}

/** How tall the content is that the scroll bar measures. */
export function contentPx({ lineCount, linePx }: Omit<LineSpace, 'viewPx'>): number {
  return Math.min(lineCount * linePx, MAX_CONTENT_PX)
}

/** How far into the lines one looks: the same as the scroll position, unless the list is very long. */
export function offsetAt(space: LineSpace, scrollTop: number): number {
  return scrollTop * scaleOf(space)
}

export function scrollTopAt(space: LineSpace, offset: number): number {
  return offset / scaleOf(space)
}

/** The lines in view, as far as there are any. */
export function linesInView(space: LineSpace, scrollTop: number): { first: number; last: number } {
  const offset = offsetAt(space, scrollTop)
  const end = space.lineCount - 1
  return {
    first: clamp(Math.floor(offset / space.linePx), end),
    last: clamp(Math.ceil((offset + space.viewPx) / space.linePx) - 1, end),
  }
}

/**
 * The lines in view and some around them: always as many, so that each that leaves is followed by one that
 * comes, and in steps, so that not every line that comes into view is a rendering.
 */
export function linesToDraw(space: LineSpace, scrollTop: number): { first: number; last: number } {
  const { first } = linesInView(space, scrollTop)
  const start = first - (first % STEP) - AROUND
  const count = AROUND + Math.ceil(space.viewPx / space.linePx) + STEP + AROUND
  return { first: Math.max(0, start), last: clamp(start + count - 1, space.lineCount - 1) }
}

/** The offset nearest to the present one from which a line is wholly seen. */
export function offsetToSee(space: LineSpace, line: number, offset: number): number {
  const top = line * space.linePx
  const bottom = top + space.linePx
  if (top < offset) return top
  return bottom > offset + space.viewPx ? bottom - space.viewPx : offset
}

function scaleOf(space: LineSpace): number {
  const wholePx = space.lineCount * space.linePx
  if (wholePx <= MAX_CONTENT_PX) return 1
  return (wholePx - space.viewPx) / (MAX_CONTENT_PX - space.viewPx)
}

function clamp(line: number, end: number): number {
  return Math.max(0, Math.min(line, end))
}
