import type { TypeGroup } from '@awan/protocol/drive'
import type { ListFilter } from '../listing/list-view.ts'

export const kinds = [
  'folder',
  'document',
  'image',
  'video',
  'audio',
  'archive',
] as const satisfies readonly ('folder' | TypeGroup)[]
export const modifiedSpans = ['today', 'week', 'month', 'year'] as const
export const sizeSpans = ['small', 'medium', 'large'] as const

/** What the chips say, and the address with them. */
export interface BrowseFilter {
  kind?: (typeof kinds)[number]
  modified?: (typeof modifiedSpans)[number]
  size?: (typeof sizeSpans)[number]
  starred?: true
}

export const SMALL_BYTES = 1_000_000
export const LARGE_BYTES = 100_000_000

/** Of an address only what we know. */
export function readBrowseFilter(search: Record<string, unknown>): BrowseFilter {
  const kind = oneOf(kinds, search.kind)
  const modified = oneOf(modifiedSpans, search.modified)
  const size = oneOf(sizeSpans, search.size)
  return {
    ...(kind && { kind }),
    ...(modified && { modified }),
    ...(size && { size }),
    ...(search.starred === true && { starred: true }),
  }
}

/** In the words of a listing. Days are whole, so that the same filter is the same list all day. */
export function toListFilter(filter: BrowseFilter, now: Date): ListFilter {
  const { kind, modified, size, starred } = filter
  return {
    ...(kind === 'folder' ? { kind } : kind && { type_group: kind }),
    ...(modified && { modified_after: beginningOf(modified, now).toISOString() }),
    ...(size === 'small' && { size_max: SMALL_BYTES }),
    ...(size === 'medium' && { size_min: SMALL_BYTES, size_max: LARGE_BYTES }),
    ...(size === 'large' && { size_min: LARGE_BYTES }),
    ...(starred && { starred }),
  }
}

function beginningOf(span: (typeof modifiedSpans)[number], now: Date): Date {
  if (span === 'year') return new Date(now.getFullYear(), 0, 1)
  const days = { today: 0, week: 6, month: 29 }[span]
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days)
}

export function oneOf<Value extends string>(
  values: readonly Value[],
  value: unknown,
): Value | undefined {
  return values.find((known) => known === value)
}
