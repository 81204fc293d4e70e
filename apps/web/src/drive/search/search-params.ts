import type { SearchQuery } from '@awan/client/drive'

/** What the address of the search page holds; a folder and a tag narrow it. */
export interface SearchParams {
  q?: string | undefined
  /** The id of the folder to look in. */
  in?: string | undefined
  tag?: string | undefined
  starred?: true | undefined
  /** Where to look: everything that one can see, or another drive by its id; else the own one. */
  where?: string | undefined
  /** The drive that one came from, if it is another one. */
  drive?: string | undefined
  /** By what the results are sorted, if not by how well they match. */
  sort?: SearchSort | undefined
}

export const searchSorts = ['name', 'modified', 'size'] as const
export type SearchSort = (typeof searchSorts)[number]

/** Of an address only what we know, and of that only what is well formed. */
export function readSearchParams(search: Record<string, unknown>): SearchParams {
  const q = toText(search.q)
  const folder = toText(search.in)
  const tag = toText(search.tag)
  const where = toText(search.where)
  const drive = toText(search.drive)
  const sort = searchSorts.find((known) => known === search.sort)
  return {
    ...(q === undefined ? {} : { q }),
    ...(folder === undefined ? {} : { in: folder }),
    ...(tag === undefined ? {} : { tag }),
    ...(search.starred === true ? { starred: true } : {}),
    ...(where === undefined ? {} : { where }),
    ...(drive === undefined ? {} : { drive }),
    ...(sort && { sort }),
  }
}

export function toSearchQuery({ q, in: folder, tag, starred, sort }: SearchParams): SearchQuery {
  return {
    q: q?.trim(),
    ...(folder === undefined ? {} : { parent_id: folder }),
    ...(tag === undefined ? {} : { tag }),
    ...(starred === undefined ? {} : { starred }),
    ...(sort && { order_by: sort }),
  }
}

/** As the value of `where`; no id is like it. */
export const EVERYTHING = 'everything'

/** Words that look like a number are read as one from an address. */
function toText(value: unknown): string | undefined {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.slice(0, 255) : undefined
}
