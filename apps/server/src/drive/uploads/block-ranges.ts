import { BLOCK_BYTES } from '@awan/protocol'

/** Block numbers as ranges [first, last], both included, in order and apart from each other. */
export type BlockRanges = readonly (readonly [first: number, last: number])[]

export function allBlocks(count: number): BlockRanges {
  return count === 0 ? [] : [[0, count - 1]]
}

export function withoutBlocks(ranges: BlockRanges, first: number, last: number): BlockRanges {
  return ranges.flatMap(([from, to]): BlockRanges => {
    if (last < from || first > to) return [[from, to]]
    const before: BlockRanges = from < first ? [[from, first - 1]] : []
    const after: BlockRanges = last < to ? [[last + 1, to]] : []
    return [...before, ...after]
  })
}

export function withBlock(ranges: BlockRanges, block: number): BlockRanges {
  const joined: [number, number][] = []
  const sorted = [...ranges, [block, block] as const].sort(([a], [b]) => a - b)
  for (const [from, to] of sorted) {
    const last = joined.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

/** Blocks behind all others. */
export function withBlocks(ranges: BlockRanges, first: number, last: number): BlockRanges {
  const [before, end] = [ranges.slice(0, -1), ranges.at(-1)]
  if (last < first) return ranges
  return end?.[1] === first - 1 ? [...before, [end[0], last]] : [...ranges, [first, last]]
}

/** As a row of the database keeps them. */
export function toText(ranges: BlockRanges): string {
  return JSON.stringify(ranges)
}

export function parseText(text: string): BlockRanges {
  return JSON.parse(text) as BlockRanges
}

/** All before the first block that is missing, where blocks come in order. */
export function storedBytes({ missing, size }: { missing: string; size: number }): number {
  const [first] = parseText(missing)
  return first === undefined ? size : first[0] * BLOCK_BYTES
}
