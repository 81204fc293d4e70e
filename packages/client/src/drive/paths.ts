import { headers } from '@awan/protocol'
import type { deletePath, File, getPath, putPath } from '@awan/protocol/drive'
import type { BinaryBody } from '../request/call.ts'
import { guardContent } from '../request/guard-content.ts'
import { contentRequest, type DownloadOptions } from './content-request.ts'
import type { DriveHost } from './drive-host.ts'

export interface PutPathOptions {
  /** Only if the file is still the one with this tag. */
  etag?: string | undefined
  /** Only if there is none. */
  onlyNew?: boolean | undefined
  /**
   * It goes on with what this person has saved last: both become one version, for ten minutes. Needs `etag`; files
   * of more than 4 MiB get another version all the same.
   */
  continuesWriting?: boolean | undefined
  mime_type?: string | undefined
  /** RFC 3339. */
  modified_time?: string | undefined
  signal?: AbortSignal | undefined
}

/** Files by their paths from the top folder down, each in one request: for scripts. */
export interface Paths {
  /**
   * Writes a file and creates the folders of its path; an existing file gets a new version. For a large
   * file use an upload, which can be resumed after an outage.
   *
   * @example await drive.paths.put('notes/today.txt', new Blob(['Rain.']))
   */
  put(path: string, content: BinaryBody, options?: PutPathOptions): Promise<File>
  /**
   * The bytes of a file, or of a part of it, as they arrive.
   *
   * @example const text = await (await drive.paths.download('notes/today.txt')).text()
   */
  download(path: string, options?: DownloadOptions): Promise<Response>
  /**
   * Moves the file or folder at a path to the trash.
   *
   * @example await drive.paths.trash('notes/today.txt')
   */
  trash(path: string, options?: { etag?: string | undefined }): Promise<File>
}

const PUT_TIMEOUT_MS = 300_000

export function createPaths({ request, open, runtime }: DriveHost): Paths {
  return {
    put: (path, content, options = {}) =>
      request<typeof putPath>('PUT', '/drive/v1/paths/{path}', {
        auth: true,
        params: { path },
        headers: toHeaders(options),
        body: content,
        timeoutMs: PUT_TIMEOUT_MS,
        signal: options.signal,
      }),
    async download(path, options = {}) {
      const response = await open<typeof getPath>('GET', '/drive/v1/paths/{path}', {
        ...contentRequest(options),
        params: { path },
      })
      return guardContent(runtime, response, options.signal)
    },
    trash: (path, { etag } = {}) =>
      request<typeof deletePath>('DELETE', '/drive/v1/paths/{path}', {
        auth: true,
        params: { path },
        ...(etag === undefined ? {} : { headers: { 'if-match': etag } }),
      }),
  }
}

function toHeaders({ etag, onlyNew, continuesWriting, mime_type, modified_time }: PutPathOptions) {
  return {
    ...(etag === undefined ? {} : { 'if-match': etag }),
    ...(onlyNew ? { 'if-none-match': '*' } : {}),
    ...(continuesWriting ? { [headers.writing]: 'continue' } : {}),
    ...(mime_type === undefined ? {} : { 'content-type': mime_type }),
    ...(modified_time === undefined ? {} : { [headers.modifiedTime]: modified_time }),
  }
}
