import type { AnswerOf } from '@awan/protocol'
import type {
  ConflictRule,
  createFolder,
  downloadFile,
  File,
  getFile,
  getMedia,
  getThumbnail,
  ListDirection,
  ListOrder,
  linkFile,
  listFiles,
  markOpened,
  measureFiles,
  ThumbnailSize,
  TypeGroup,
  updateFile,
  zipFiles,
} from '@awan/protocol/drive'
import { guardContent } from '../request/guard-content.ts'
import { contentRequest, type DownloadOptions } from './content-request.ts'
import type { DriveHost } from './drive-host.ts'
import { createManyFiles, type ManyFiles, onlyOnce } from './many-files.ts'
import { toTruth } from './to-truth.ts'

export interface ListFilesQuery {
  /** The top folder by default. */
  parent_id?: string | undefined
  page_token?: string | undefined
  page_size?: number | undefined
  order_by?: ListOrder | undefined
  direction?: ListDirection | undefined
  /** True by default. */
  folders_first?: boolean | undefined
  kind?: File['kind'] | undefined
  type_group?: TypeGroup | undefined
  /** RFC 3339, both ends included. */
  modified_after?: string | undefined
  modified_before?: string | undefined
  /** Bytes, both ends included. */
  size_min?: number | undefined
  size_max?: number | undefined
  starred?: boolean | undefined
  tag?: string | undefined
  /** Exactly this name: at most one in a folder. */
  name?: string | undefined
}

export interface CreateFolderPayload {
  /** The top folder by default. */
  parent_id?: string | undefined
  name: string
  conflict?: 'fail' | 'rename' | undefined
}

/** What is to be different; what is not named stays. */
export interface FileChange {
  name?: string | undefined
  /** Another folder. */
  parent_id?: string | undefined
  description?: string | null | undefined
  starred?: boolean | undefined
  /** All of them. */
  tags?: string[] | undefined
  /** RFC 3339. */
  modified_time?: string | undefined
  /** What happens when the name is taken there; `fail` by default. */
  conflict?: ConflictRule | undefined
}

export interface Files extends ManyFiles {
  /**
   * A page of a folder; by default folders first and names in natural order. With a filter a page may
   * be shorter than requested, or empty, although there is a next one.
   *
   * @example const { files, next_page_token } = await drive.files.list({ parent_id, page_size: 200 })
   */
  list(
    query?: ListFilesQuery,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<AnswerOf<typeof listFiles>>
  /**
   * The number of entries of a listing, and tokens to read a page in its middle; optionally the position
   * of one entry.
   *
   * @example
   * const { count, every, page_tokens } = await drive.files.measure({ parent_id, page_size: 200 })
   * const { position } = await drive.files.measure({ parent_id, position_of: file.id })
   */
  measure(
    query?: Omit<ListFilesQuery, 'page_token'> & { position_of?: string | undefined },
    options?: { signal?: AbortSignal | undefined },
  ): Promise<AnswerOf<typeof measureFiles>>
  /**
   * One folder or file, with the folders above it.
   *
   * @example const { name, ancestors } = await drive.files.get(id)
   */
  get(id: string): Promise<AnswerOf<typeof getFile>>
  /**
   * Remembers that the user has opened a file, for `drive.lists.recent({ by: 'opened' })`. Nobody else
   * sees it.
   *
   * @example await drive.files.markOpened(file.id)
   */
  markOpened(id: string): Promise<AnswerOf<typeof markOpened>>
  /**
   * Creates a folder.
   *
   * @example const folder = await drive.files.createFolder({ name: 'Photos' })
   */
  createFolder(payload: CreateFolderPayload): Promise<File>
  /**
   * Renames, moves, describes, stars or tags. With an `etag`, a file that was changed since then is
   * not changed.
   *
   * @example await drive.files.update(file.id, { name: 'Sea.jpg' }, { etag: file.etag })
   */
  update(id: string, change: FileChange, options?: { etag?: string | undefined }): Promise<File>
  /**
   * A link to the bytes of a file that works without a token until it expires.
   *
   * @example const { url } = await drive.files.link(id)
   */
  link(id: string): Promise<AnswerOf<typeof linkFile>>
  /**
   * A thumbnail of an image, a video, a PDF or a document. The call fails with `aborted` while it is being created, and with
   * `not_found` if there is none. For an `<img>` use the `thumbnail_link` of the file.
   *
   * @example const picture = await (await drive.files.thumbnail(id, { size: '512' })).blob()
   */
  thumbnail(
    id: string,
    options?: { size?: ThumbnailSize | undefined; signal?: AbortSignal | undefined },
  ): Promise<Response>
  /**
   * What the camera says about an image, and the time by which photos are sorted. While `is_pending` the image is being
   * read: ask again. It fails with `not_found` for a file that is neither an image nor a video.
   *
   * @example const { picture } = await drive.files.media(id)
   */
  media(
    id: string,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<AnswerOf<typeof getMedia>>
  /**
   * A link to a ZIP archive of folders and files, with everything in them. It works without a token
   * until it expires, its length is known, and an interrupted download can be resumed.
   *
   * @example location.assign((await drive.files.zip([folder.id], { name: 'Photos.zip' })).url)
   */
  zip(
    ids: string[],
    options?: { name?: string | undefined; signal?: AbortSignal | undefined },
  ): Promise<AnswerOf<typeof zipFiles>>
  /**
   * The bytes of a file, or of a part of it, as they arrive.
   *
   * @example const bytes = await (await drive.files.download(id, { range: { start: 0, end: 99 } })).arrayBuffer()
   */
  download(id: string, options?: DownloadOptions): Promise<Response>
}

/** The list of what is in it goes through all that lies below. */
const ZIP_TIMEOUT_MS = 60_000

export function createFiles(host: DriveHost): Files {
  const { request, open, runtime } = host
  return {
    ...createManyFiles(host),
    list: (query = {}, { signal } = {}) =>
      request<typeof listFiles>('GET', '/drive/v1/files', {
        auth: true,
        query: toWire(query),
        signal,
      }),
    measure: (query = {}, { signal } = {}) =>
      request<typeof measureFiles>('GET', '/drive/v1/files:measure', {
        auth: true,
        query: toWire(query),
        signal,
      }),
    get: (id) =>
      request<typeof getFile>('GET', '/drive/v1/files/{id}', { auth: true, params: { id } }),
    markOpened: (id) =>
      request<typeof markOpened>('POST', '/drive/v1/files/{id}/opened', {
        auth: true,
        params: { id },
      }),
    createFolder: (payload) =>
      request<typeof createFolder>('POST', '/drive/v1/files', {
        ...onlyOnce(runtime),
        body: { kind: 'folder', ...payload },
      }),
    update: (id, change, { etag } = {}) =>
      request<typeof updateFile>('PATCH', '/drive/v1/files/{id}', {
        auth: true,
        params: { id },
        body: change,
        ...(etag === undefined ? {} : { headers: { 'if-match': etag } }),
      }),
    link: (id) =>
      request<typeof linkFile>('POST', '/drive/v1/files/{id}/link', { auth: true, params: { id } }),
    async thumbnail(id, { size, signal } = {}) {
      const response = await open<typeof getThumbnail>('GET', '/drive/v1/files/{id}/thumbnail', {
        auth: true,
        params: { id },
        query: { size },
        signal,
      })
      return guardContent(runtime, response, signal)
    },
    media: (id, { signal } = {}) =>
      request<typeof getMedia>('GET', '/drive/v1/files/{id}/media', {
        auth: true,
        params: { id },
        signal,
      }),
    zip: (ids, { name, signal } = {}) =>
      request<typeof zipFiles>('POST', '/drive/v1/files:zip', {
        auth: true,
        body: { ids, ...(name === undefined ? {} : { name }) },
        timeoutMs: ZIP_TIMEOUT_MS,
        signal,
      }),
    async download(id, options = {}) {
      const response = await open<typeof downloadFile>('GET', '/drive/v1/files/{id}/content', {
        ...contentRequest(options),
        params: { id },
      })
      return guardContent(runtime, response, options.signal)
    },
  }
}

function toWire(query: ListFilesQuery) {
  return {
    ...query,
    folders_first: toTruth(query.folders_first),
    starred: toTruth(query.starred),
  }
}
