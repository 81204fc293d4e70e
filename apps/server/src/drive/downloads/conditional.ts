import type { ByteRange } from '../../blobs/blob-store.ts'
import { listsStrongly, listsWeakly } from '../../http/entity-tags.ts'
import { parseByteRanges } from './byte-range.ts'

/** The headers that make a request for content conditional or partial, in lower case. */
export interface Conditions {
  'if-match'?: string | undefined
  'if-none-match'?: string | undefined
  'if-modified-since'?: string | undefined
  'if-unmodified-since'?: string | undefined
  'if-range'?: string | undefined
  range?: string | undefined
}

/** What a content is compared with. The tag is strong: the same tag is the same bytes. */
export interface Validators {
  etag: string
  modifiedAt: number
  sizeBytes: number
}

export type Verdict =
  | { kind: 'whole' }
  | { kind: 'part'; range: ByteRange }
  | { kind: 'parts'; ranges: readonly ByteRange[] }
  | { kind: 'not-modified' }
  | { kind: 'precondition-failed' }
  | { kind: 'unsatisfiable' }

/** RFC 9110, 13.2.2: which condition is looked at first, and which ones it silences. */
export function judge(conditions: Conditions, content: Validators): Verdict {
  const ifMatch = conditions['if-match']
  const ifNoneMatch = conditions['if-none-match']
  if (ifMatch !== undefined) {
    if (!listsStrongly(ifMatch, content.etag)) return { kind: 'precondition-failed' }
  } else if (isAfter(content.modifiedAt, conditions['if-unmodified-since'])) {
    return { kind: 'precondition-failed' }
  }
  if (ifNoneMatch !== undefined) {
    if (listsWeakly(ifNoneMatch, content.etag)) return { kind: 'not-modified' }
  } else if (isNotAfter(content.modifiedAt, conditions['if-modified-since'])) {
    return { kind: 'not-modified' }
  }
  return judgeRange(conditions, content)
}

function judgeRange(conditions: Conditions, content: Validators): Verdict {
  if (conditions.range === undefined || !mayBePart(conditions['if-range'], content)) {
    return { kind: 'whole' }
  }
  const ranges = parseByteRanges(conditions.range, content.sizeBytes)
  if (ranges === 'whole' || ranges === 'unsatisfiable') return { kind: ranges }
  const [range, ...more] = ranges
  return range && more.length === 0 ? { kind: 'part', range } : { kind: 'parts', ranges }
}

/** Without a strong match the rest of another content would be glued to what the caller has. */
function mayBePart(ifRange: string | undefined, { etag, modifiedAt }: Validators): boolean {
  if (ifRange === undefined) return true
  const value = ifRange.trim()
  return value.startsWith('"') || value.startsWith('W/')
    ? value === etag
    : Date.parse(value) === toSeconds(modifiedAt)
}

function isAfter(at: number, date: string | undefined): boolean {
  const limit = date === undefined ? Number.NaN : Date.parse(date)
  return !Number.isNaN(limit) && toSeconds(at) > limit
}

function isNotAfter(at: number, date: string | undefined): boolean {
  const limit = date === undefined ? Number.NaN : Date.parse(date)
  return !Number.isNaN(limit) && toSeconds(at) <= limit
}

/** HTTP dates know whole seconds only. */
function toSeconds(at: number): number {
  return Math.floor(at / 1000) * 1000
}
