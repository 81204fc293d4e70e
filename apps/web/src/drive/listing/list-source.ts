import type { DriveClient, SearchQuery } from '@awan/client/drive'
import type { File, InsidePlace, SearchHit, TrashedFile } from '@awan/protocol/drive'
import type { ListFilter, ListView } from './list-view.ts'
import { isFiltered } from './list-view.ts'
import type { Place } from './place.ts'

/** A file in a list, with what only some places tell: where it is, what was found in it. */
export interface ListedFile extends File {
  path?: SearchHit['path']
  highlights?: SearchHit['highlights']
  snippet?: SearchHit['snippet']
  /** How it was found. */
  match?: SearchHit['match']
  /** The caller's own name for it, where this is what was found. */
  alias?: SearchHit['alias']
  original_place?: TrashedFile['original_place']
  /** Of a video among the photos. */
  duration_ms?: number | undefined
}

export interface ListPage {
  files: File[]
  next_page_token?: string | undefined
}

/** How long a list is, and where its stretches begin. */
export interface ListMeasure {
  count?: number | undefined
  /** How many folders stand before the files, where they all do. */
  folders?: number | undefined
  every: number
  page_tokens?: string[] | undefined
}

/** All that a list shows, in the words of a call that is about all of it, and how many that are. */
export interface ListedWhole {
  inside: InsidePlace
  count(options: { signal: AbortSignal }): Promise<number>
}

/** Where the rows of a list come from. */
export interface ListSource {
  /** Absent where only reading it tells what all of it is. */
  whole?: ListedWhole
  page(
    query: { page_token: string | undefined; page_size: number },
    options: { signal: AbortSignal },
  ): Promise<ListPage>
  /** Absent where a list can only be walked from its beginning. */
  measure?(query: { page_size: number }, options: { signal: AbortSignal }): Promise<ListMeasure>
  /** The row of a file, without reading those before it; undefined where that is not known. */
  position?(id: string, options: { signal: AbortSignal }): Promise<number | undefined>
}

export type ListCalls = Pick<DriveClient, 'files' | 'lists' | 'search'>

/** What programs leave for themselves is not shown, but in the trash: nobody's file is deleted out of sight. */
const SHOWN = { system_files: 'false' } as const

/** A search answers at most so many at a time. */
const SEARCH_PAGE = 200

/** Where the rows of a place come from. */
export function createListSource(drive: ListCalls, place: Place, view: ListView): ListSource {
  switch (place.kind) {
    case 'folder':
      return folderSource(drive, place.folderId, view)
    case 'file':
      return {
        page: async () => ({ files: [await drive.files.get(place.fileId)] }),
      }
    case 'trash':
      return {
        // All that is found is not all of the trash.
        ...(place.words === undefined && { whole: toWhole(drive, { place: 'trash' }) }),
        page: (query, options) => drive.lists.trash({ ...query, q: place.words }, options),
      }
    case 'photos':
      return {
        page: (query, options) => drive.lists.photos({ ...place.filter, ...query }, options),
        async measure(query, options) {
          const asked = { ...place.filter, ...query }
          return { ...(await drive.lists.measurePhotos(asked, options)), folders: 0 }
        },
      }
    case 'recent':
      // The lists of their own know no filters; a search without words passes the same files.
      if (isFiltered(view)) return searchSource(drive, { kind: 'file', ...view.filter })
      return {
        whole: toWhole(drive, { place: 'drive', kind: 'file' }),
        page: (query, options) => drive.lists.recent(query, options),
      }
    case 'starred':
      if (isFiltered(view)) return searchSource(drive, { ...view.filter, starred: true })
      return {
        whole: toWhole(drive, { place: 'drive', starred: true }),
        page: (query, options) => drive.lists.starred(query, options),
      }
    case 'tag':
      return searchSource(drive, { ...view.filter, tag: place.tag })
    case 'search':
      return searchSource(drive, { ...view.filter, ...place.query })
  }
}

function toWhole({ lists }: ListCalls, wanted: InsidePlace): ListedWhole {
  const inside = wanted.place === 'trash' ? wanted : { ...wanted, ...SHOWN }
  return { inside, count: async (options) => (await lists.count(inside, options)).count }
}

function folderSource(drive: ListCalls, folderId: string, view: ListView): ListSource {
  const { files } = drive
  const { order, direction, filter } = view
  const listing = { parent_id: folderId, order_by: order, direction, ...filter, ...SHOWN }
  return {
    whole: toWhole(drive, { folder_id: folderId, ...filter }),
    page: (query, options) => files.list({ ...listing, ...query }, options),
    // With a filter only reading all of it tells how much there is.
    ...(isFiltered(view)
      ? {}
      : {
          measure: (query, options) => files.measure({ ...listing, ...query }, options),
          async position(id, options) {
            return (await files.measure({ ...listing, position_of: id }, options)).position
          },
        }),
  }
}

function searchSource(
  drive: ListCalls,
  wanted: ListFilter & Pick<SearchQuery, 'q' | 'parent_id' | 'order_by'>,
): ListSource {
  const { q = '', parent_id, order_by: _, ...filter } = wanted
  const isOfDrive = q === '' && parent_id === undefined
  return {
    ...(isOfDrive && { whole: toWhole(drive, { place: 'drive', ...filter }) }),
    async page({ page_token, page_size }, options) {
      const answer = await drive.search(
        { ...wanted, page_token, page_size: Math.min(page_size, SEARCH_PAGE) },
        options,
      )
      const files = answer.hits.map(
        ({ file, path, match, highlights, snippet, alias }): ListedFile => ({
          ...file,
          path,
          match,
          highlights,
          ...(snippet === undefined ? {} : { snippet }),
          ...(alias === undefined ? {} : { alias }),
        }),
      )
      return { files, next_page_token: answer.next_page_token }
    },
  }
}
