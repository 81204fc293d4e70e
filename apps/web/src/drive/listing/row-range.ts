/** Row numbers, both included. */
export interface RowRange {
  first: number
  last: number
}

export function inRanges(ranges: readonly RowRange[], row: number): boolean {
  return ranges.some(({ first, last }) => row >= first && row <= last)
}

/** None beyond the end, however far a range reaches. */
export function* rowsIn(ranges: readonly RowRange[], end: number): Generator<number> {
  for (const { first, last } of ranges) {
    for (let row = Math.max(0, first); row <= Math.min(last, end); row++) yield row
  }
}

/** What is left of some ranges where the rows of another one are taken out of them. */
export function withoutRange(ranges: readonly RowRange[], gone: RowRange): RowRange[] {
  return ranges
    .flatMap(({ first, last }) => [
      { first, last: Math.min(last, gone.first - 1) },
      { first: Math.max(first, gone.last + 1), last },
    ])
    .filter(({ first, last }) => first <= last)
}
