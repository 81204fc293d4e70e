import type { ByteRange } from '../../blobs/blob-store.ts'

/** More than any reader needs; whoever asks for more gets everything, in one piece. */
export const MAX_RANGES = 64

/**
 * The ranges of a Range header (RFC 9110, 14.1.2) within a content, in the order in which they were
 * asked for; those that overlap or touch become one, so that no byte is sent twice. `whole`
 * when the header may be ignored: it is not understood, or asks for too many.
 */
export function parseByteRanges(
  header: string,
  sizeBytes: number,
): ByteRange[] | 'whole' | 'unsatisfiable' {
  const [, list] = /^bytes=(.*)$/i.exec(header.trim()) ?? []
  // A list may have empty places (RFC 9110, 5.6.1).
  const specs = (list ?? '').split(',').filter((spec) => spec.trim() !== '')
  if (specs.length === 0 || specs.length > MAX_RANGES) return 'whole'
  const ranges: ByteRange[] = []
  for (const spec of specs) {
    const range = parseSpec(spec.trim(), sizeBytes)
    if (range === 'malformed') return 'whole'
    if (range) ranges.push(range)
  }
  return ranges.length === 0 ? 'unsatisfiable' : joinTouching(ranges)
}

/** Undefined for a range that lies beyond the content. */
function parseSpec(spec: string, sizeBytes: number): ByteRange | undefined | 'malformed' {
  const [, first = '', last = ''] = /^(\d*)-(\d*)$/.exec(spec) ?? []
  if (first === '' && last === '') return 'malformed'
  if (first === '') return lastBytes(Number(last), sizeBytes)
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return 'malformed'
  return start < sizeBytes ? { start, end } : undefined
}

function lastBytes(count: number, sizeBytes: number): ByteRange | undefined {
  if (count === 0 || sizeBytes === 0) return undefined
  return { start: Math.max(0, sizeBytes - count), end: sizeBytes - 1 }
}

/** Each group takes the place of the first of it that was asked for. */
function joinTouching(ranges: readonly ByteRange[]): ByteRange[] {
  const byStart = ranges.map((range, place) => ({ ...range, place }))
  byStart.sort((a, b) => a.start - b.start)
  const joined: typeof byStart = []
  for (const range of byStart) {
    const before = joined.at(-1)
    if (before && range.start <= before.end + 1) {
      before.end = Math.max(before.end, range.end)
      before.place = Math.min(before.place, range.place)
    } else {
      joined.push(range)
    }
  }
  joined.sort((a, b) => a.place - b.place)
  return joined.map(({ start, end }) => ({ start, end }))
}
