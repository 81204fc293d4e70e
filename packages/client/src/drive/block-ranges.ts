/** Block numbers as ranges [first, last], both included, in order and apart from each other. */
export type BlockRange = readonly [first: number, last: number]

/** How an upload is cut. */
export interface BlockLayout {
  readonly size: number
  readonly block_size: number
  readonly blocks_per_put: number
}

export function countBlocks({ size, block_size }: BlockLayout): number {
  return Math.ceil(size / block_size)
}

/** The first byte of a range and the one after its last. */
export function bytesOf([first, last]: BlockRange, layout: BlockLayout): [number, number] {
  return [first * layout.block_size, Math.min((last + 1) * layout.block_size, layout.size)]
}

export function totalBytes(ranges: readonly BlockRange[], layout: BlockLayout): number {
  return ranges.reduce((sum, range) => {
    const [start, end] = bytesOf(range, layout)
    return sum + end - start
  }, 0)
}

export function without(
  ranges: readonly BlockRange[],
  [first, last]: BlockRange,
): readonly BlockRange[] {
  return ranges.flatMap(([from, to]) => {
    if (last < from || first > to) return [[from, to] as const]
    const before = from < first ? [[from, first - 1] as const] : []
    const after = last < to ? [[last + 1, to] as const] : []
    return [...before, ...after]
  })
}

export function within(
  ranges: readonly BlockRange[],
  [first, last]: BlockRange,
): readonly BlockRange[] {
  return ranges
    .map(([from, to]) => [Math.max(from, first), Math.min(to, last)] as const)
    .filter(([from, to]) => from <= to)
}

/** A PUT carries whole units: the ranges are widened to them, and joined where they then meet. */
export function alignToPuts(
  ranges: readonly BlockRange[],
  layout: BlockLayout,
): readonly BlockRange[] {
  const unit = layout.blocks_per_put
  const lastBlock = countBlocks(layout) - 1
  const joined: [number, number][] = []
  for (const [from, to] of [...ranges].sort(([a], [b]) => a - b)) {
    const first = Math.floor(from / unit) * unit
    const last = Math.min(Math.floor(to / unit) * unit + unit - 1, lastBlock)
    const previous = joined.at(-1)
    if (previous && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last)
    else joined.push([first, last])
  }
  return joined
}
