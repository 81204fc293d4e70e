import type { AnswerOf } from '@awan/protocol'
import type {
  countFiles,
  getPhotoTimes,
  getSummary,
  InsidePlace,
  listPhotos,
  listRecent,
  listStarred,
  listTags,
  listTrash,
  measurePhotos,
} from '@awan/protocol/drive'
import type { DriveHost } from './drive-host.ts'
import { toTruth } from './to-truth.ts'

export interface PageQuery {
  page_token?: string | undefined
  page_size?: number | undefined
}

export interface TrashQuery extends PageQuery {
  /** Parts of the name, in any order. */
  q?: string | undefined
}

export interface PhotoFilter {
  kind?: 'image' | 'video' | undefined
  starred?: boolean | undefined
  camera?: string | undefined
}

export interface PhotoMeasureQuery extends PhotoFilter {
  page_size?: number | undefined
  /** Whether the answer tells the shapes of all pictures. */
  aspects?: boolean | undefined
  /** Offset of the local time from UTC in minutes; positive east of Greenwich. */
  utc_offset?: number | undefined
}

export interface PageOptions {
  signal?: AbortSignal | undefined
}

/** What is found by something else than its folder. Pages may be short while there is a next one. */
export interface Lists {
  /**
   * Files with the latest content first, or those that the user opened last, each with the folders
   * above it.
   *
   * @example const { files } = await drive.lists.recent({ by: 'opened', page_size: 50 })
   */
  recent(
    query?: PageQuery & { by?: 'changed' | 'opened' | undefined },
    options?: PageOptions,
  ): Promise<AnswerOf<typeof listRecent>>
  /**
   * Starred nodes, the latest first, each with the folders above them.
   *
   * @example const { files, next_page_token } = await drive.lists.starred()
   */
  starred(query?: PageQuery, options?: PageOptions): Promise<AnswerOf<typeof listStarred>>
  /**
   * Images and videos of the whole drive, the latest taken first.
   *
   * @example const { files } = await drive.lists.photos({ page_size: 100 })
   * @example const { files } = await drive.lists.photos({ kind: 'video', starred: true })
   */
  photos(
    query?: PageQuery & PhotoFilter,
    options?: PageOptions,
  ): Promise<AnswerOf<typeof listPhotos>>
  /**
   * The days on which images and videos were taken, their shapes, the cameras, and tokens for the pages of `photos`.
   *
   * @example const { count, days } = await drive.lists.measurePhotos({ utc_offset: 7 * 60 })
   * @example const { days, cameras } = await drive.lists.measurePhotos({ aspects: true, kind: 'image' })
   */
  measurePhotos(
    query?: PhotoMeasureQuery,
    options?: PageOptions,
  ): Promise<AnswerOf<typeof measurePhotos>>
  /**
   * When each of up to 1,000 files was taken as far as cameras say so, else when it was changed, by their ids.
   *
   * @example const { times } = await drive.lists.photoTimes([file.id])
   */
  photoTimes(ids: readonly string[], options?: PageOptions): Promise<AnswerOf<typeof getPhotoTimes>>
  /**
   * The trash, the latest first, each with its old folder; with `q`, what has these parts in its name.
   *
   * @example const [latest] = (await drive.lists.trash()).files
   * @example const { files } = await drive.lists.trash({ q: 'report' })
   */
  trash(query?: TrashQuery, options?: PageOptions): Promise<AnswerOf<typeof listTrash>>
  /**
   * All tags and how many files and folders have each.
   *
   * @example const { tags } = await drive.lists.tags()
   */
  tags(query?: PageQuery, options?: PageOptions): Promise<AnswerOf<typeof listTags>>
  /**
   * The number of folders, files and bytes below a folder.
   *
   * @example const { files, bytes } = await drive.lists.summary(folder.id)
   */
  summary(id: string, options?: PageOptions): Promise<AnswerOf<typeof getSummary>>
  /**
   * The number of nodes in a folder, the drive or its trash that pass a filter.
   *
   * @example const { count } = await drive.lists.count({ place: 'drive', starred: true })
   */
  count(
    inside: Omit<InsidePlace, 'except_ids'>,
    options?: PageOptions,
  ): Promise<AnswerOf<typeof countFiles>>
}

/** Counting goes through all that lies below. */
const SUMMARY_TIMEOUT_MS = 60_000

export function createLists({ request }: DriveHost): Lists {
  return {
    recent: (query = {}, { signal } = {}) =>
      request<typeof listRecent>('GET', '/drive/v1/recent', { auth: true, query, signal }),
    starred: (query = {}, { signal } = {}) =>
      request<typeof listStarred>('GET', '/drive/v1/starred', { auth: true, query, signal }),
    photos: (query = {}, { signal } = {}) =>
      request<typeof listPhotos>('GET', '/drive/v1/photos', {
        auth: true,
        query: { ...query, starred: toTruth(query.starred) },
        signal,
      }),
    measurePhotos: (query = {}, { signal } = {}) =>
      request<typeof measurePhotos>('GET', '/drive/v1/photos:measure', {
        auth: true,
        query: { ...query, starred: toTruth(query.starred), aspects: toTruth(query.aspects) },
        timeoutMs: SUMMARY_TIMEOUT_MS,
        signal,
      }),
    photoTimes: (ids, { signal } = {}) =>
      request<typeof getPhotoTimes>('POST', '/drive/v1/files:photoTimes', {
        auth: true,
        body: { ids: [...ids] },
        signal,
      }),
    trash: (query = {}, { signal } = {}) =>
      request<typeof listTrash>('GET', '/drive/v1/trash', { auth: true, query, signal }),
    tags: (query = {}, { signal } = {}) =>
      request<typeof listTags>('GET', '/drive/v1/tags', { auth: true, query, signal }),
    summary: (id, { signal } = {}) =>
      request<typeof getSummary>('GET', '/drive/v1/files/{id}/summary', {
        auth: true,
        params: { id },
        timeoutMs: SUMMARY_TIMEOUT_MS,
        signal,
      }),
    count: (inside, { signal } = {}) =>
      request<typeof countFiles>('GET', '/drive/v1/files:count', {
        auth: true,
        query: { ...inside, starred: toTruth(inside.starred) },
        timeoutMs: SUMMARY_TIMEOUT_MS,
        signal,
      }),
  }
}
