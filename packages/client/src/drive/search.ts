import type { AnswerOf } from '@awan/protocol'
import type { countSearch, ListDirection, SearchOrder, search } from '@awan/protocol/drive'
import type { DriveHost } from './drive-host.ts'
import type { ListFilesQuery } from './files.ts'
import type { PageOptions, PageQuery } from './lists.ts'
import { toTruth } from './to-truth.ts'

/** What to look for, and what passes; the same filters as those of a listing. */
export interface SearchQuery
  extends PageQuery,
    Pick<
      ListFilesQuery,
      | 'kind'
      | 'type_group'
      | 'modified_after'
      | 'modified_before'
      | 'size_min'
      | 'size_max'
      | 'starred'
      | 'tag'
    > {
  /** As a person types it; without it all that passes, the latest first. */
  q?: string | undefined
  /** In names and texts by default. */
  in?: 'name' | 'text' | 'all' | undefined
  /** Only nodes below this folder, at any depth. */
  parent_id?: string | undefined
  /** The best match first by default; of more than 1,000 hits, the best 1,000 are sorted. */
  order_by?: SearchOrder | undefined
  direction?: ListDirection | undefined
}

/** A search without its pages and its order. */
export type CountedSearch = Omit<SearchQuery, 'page_size' | 'page_token' | 'order_by' | 'direction'>

/**
 * Finds files and folders: exact names first, then names that begin with the text, then beginnings of
 * words, then texts with all words, then parts of words; among equals the latest. Where little is found, names that are spelt
 * nearly so come last, as `similar`. Each hit has the folders
 * above it, the parts of its name to highlight, and a snippet of the text. A page may be short although
 * there is a next one.
 *
 * @example
 * const { hits } = await drive.search({ q: 'trip 2024', type_group: 'image' }, { signal })
 * for (const { file, path } of hits) console.log(file.name, path.map(({ name }) => name))
 */
export type Search = (query: SearchQuery, options?: PageOptions) => Promise<AnswerOf<typeof search>>

export function createSearch({ request }: DriveHost): Search {
  return (query, { signal } = {}) =>
    request<typeof search>('GET', '/drive/v1/search', {
      auth: true,
      query: { ...query, starred: toTruth(query.starred) },
      signal,
    })
}

/**
 * How many hits a search has, up to 1,000; `is_complete` is false where there may be more.
 *
 * @example const { count, is_complete } = await drive.countSearch({ q: 'trip' })
 */
export type CountSearch = (
  query: CountedSearch,
  options?: PageOptions,
) => Promise<AnswerOf<typeof countSearch>>

export function createCountSearch({ request }: DriveHost): CountSearch {
  return (query, { signal } = {}) =>
    request<typeof countSearch>('GET', '/drive/v1/search:count', {
      auth: true,
      query: { ...query, starred: toTruth(query.starred) },
      signal,
    })
}
