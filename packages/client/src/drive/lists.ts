import type { AnswerOf } from '@awan/protocol'
import type { getSummary, listRecent, listStarred, listTags, listTrash } from '@awan/protocol/drive'
import type { DriveHost } from './drive-host.ts'

export interface PageQuery {
  page_token?: string | undefined
  page_size?: number | undefined
}

export interface PageOptions {
  signal?: AbortSignal | undefined
}

/** What is found by something else than its folder. Pages may be short while there is a next one. */
export interface Lists {
  /**
   * Files whose content came last.
   *
   * @example const { files } = await drive.lists.recent({ page_size: 50 })
   */
  recent(query?: PageQuery, options?: PageOptions): Promise<AnswerOf<typeof listRecent>>
  /**
   * What was starred, the latest first.
   *
   * @example const { files, next_page_token } = await drive.lists.starred()
   */
  starred(query?: PageQuery, options?: PageOptions): Promise<AnswerOf<typeof listStarred>>
  /**
   * What was thrown away, the latest first, each with the place where it was.
   *
   * @example const [latest] = (await drive.lists.trash()).files
   */
  trash(query?: PageQuery, options?: PageOptions): Promise<AnswerOf<typeof listTrash>>
  /**
   * All tags and how many files and folders have each.
   *
   * @example const { tags } = await drive.lists.tags()
   */
  tags(query?: PageQuery, options?: PageOptions): Promise<AnswerOf<typeof listTags>>
  /**
   * How many folders, files and bytes lie below a folder.
   *
   * @example const { files, bytes } = await drive.lists.summary(folder.id)
   */
  summary(id: string, options?: PageOptions): Promise<AnswerOf<typeof getSummary>>
}

/** Counting goes through all that lies below. */
const SUMMARY_TIMEOUT_MS = 60_000

export function createLists({ request }: DriveHost): Lists {
  return {
    recent: (query = {}, { signal } = {}) =>
      request<typeof listRecent>('GET', '/drive/v1/recent', { auth: true, query, signal }),
    starred: (query = {}, { signal } = {}) =>
      request<typeof listStarred>('GET', '/drive/v1/starred', { auth: true, query, signal }),
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
  }
}
