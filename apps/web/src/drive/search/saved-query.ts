import type { SavedQuery } from '@awan/protocol/drive'
import {
  type BrowseFilter,
  LARGE_BYTES,
  readBrowseFilter,
  SMALL_BYTES,
  sizeSpans,
} from '../files/browse-filter.ts'
import { readSearchParams, type SearchParams, searchSorts } from './search-params.ts'

/** What the address of the search page says of what is looked for, and how it is sorted. */
type SearchAddress = Omit<SearchParams, 'drive'> & BrowseFilter

const sizes = {
  small: { size_max: SMALL_BYTES },
  medium: { size_min: SMALL_BYTES, size_max: LARGE_BYTES },
  large: { size_min: LARGE_BYTES },
} as const

export function toSavedQuery(address: Record<string, unknown>): SavedQuery {
  const { q, in: folder, tag, starred, where, sort } = readSearchParams(address)
  const { kind, modified, size } = readBrowseFilter(address)
  return {
    ...(q !== undefined && { q }),
    ...(folder !== undefined && { parent_id: folder }),
    ...(tag !== undefined && { tag }),
    ...(starred && { starred }),
    ...(where !== undefined && { where }),
    ...(kind === 'folder' ? { kind } : kind && { type_group: kind }),
    ...(modified && { modified }),
    ...(size && sizes[size]),
    ...(sort && { order_by: sort }),
  }
}

/** Of what other programs have saved, as much as the page has filters for. */
export function toSearchAddress(query: SavedQuery): SearchAddress {
  const { q, parent_id, tag, starred, where, kind, type_group, modified, order_by } = query
  const size = sizeSpans.find((span) => {
    const { size_min, size_max }: { size_min?: number; size_max?: number } = sizes[span]
    return query.size_min === size_min && query.size_max === size_max
  })
  const sort = searchSorts.find((known) => known === order_by)
  const group = kind === 'folder' ? kind : type_group
  return {
    ...(q !== undefined && { q }),
    ...(parent_id !== undefined && { in: parent_id }),
    ...(tag !== undefined && { tag }),
    ...(starred && { starred: true as const }),
    ...(where !== undefined && { where }),
    ...(group && { kind: group }),
    ...(modified && { modified }),
    ...(size && { size }),
    ...(sort && { sort }),
  }
}
