import type { AnswerOf } from '@awan/protocol'
import type {
  deleteVersion,
  downloadVersion,
  File,
  linkVersion,
  listVersions,
  restoreVersion,
  updateVersion,
  Version,
} from '@awan/protocol/drive'
import { guardContent } from '../request/guard-content.ts'
import { contentRequest, type DownloadOptions } from './content-request.ts'
import type { DriveHost } from './drive-host.ts'
import type { PageOptions, PageQuery } from './lists.ts'
import { onlyOnce } from './many-files.ts'

/** The contents that a file has had: the server keeps those of the last day, then one a day, then one a week. */
export interface Versions {
  /**
   * The versions of a file, the newest first; the current one is marked as `current`.
   *
   * @example const { versions, next_page_token } = await drive.versions.list(file.id)
   */
  list(id: string, query?: PageQuery, options?: PageOptions): Promise<AnswerOf<typeof listVersions>>
  /**
   * The bytes of one version, or of a part of it, as they arrive.
   *
   * @example const text = await (await drive.versions.download(file.id, version.id)).text()
   */
  download(id: string, version_id: string, options?: DownloadOptions): Promise<Response>
  /**
   * A link to the bytes of one version that works without a token until it expires.
   *
   * @example const { url } = await drive.versions.link(file.id, version.id)
   */
  link(id: string, version_id: string): Promise<AnswerOf<typeof linkVersion>>
  /**
   * Restores a version: its content becomes the newest version. With an `etag`, a file that was changed
   * since then is not restored.
   *
   * @example const restored = await drive.versions.restore(file.id, version.id, { etag: file.etag })
   */
  restore(id: string, version_id: string, options?: { etag?: string | undefined }): Promise<File>
  /**
   * Names a version, so that it is kept until somebody removes it; `null` removes the name.
   *
   * @example await drive.versions.rename(file.id, version.id, 'As sent')
   */
  rename(id: string, version_id: string, name: string | null): Promise<Version>
  /**
   * Removes a version permanently; refused for the current one.
   *
   * @example await drive.versions.remove(file.id, version.id)
   */
  remove(id: string, version_id: string): Promise<void>
}

export function createVersions({ request, open, runtime }: DriveHost): Versions {
  return {
    list: (id, query = {}, { signal } = {}) =>
      request<typeof listVersions>('GET', '/drive/v1/files/{id}/versions', {
        auth: true,
        params: { id },
        query,
        signal,
      }),
    async download(id, version_id, options = {}) {
      const response = await open<typeof downloadVersion>(
        'GET',
        '/drive/v1/files/{id}/versions/{version_id}/content',
        { ...contentRequest(options), params: { id, version_id } },
      )
      return guardContent(runtime, response, options.signal)
    },
    link: (id, version_id) =>
      request<typeof linkVersion>('POST', '/drive/v1/files/{id}/versions/{version_id}/link', {
        auth: true,
        params: { id, version_id },
      }),
    restore(id, version_id, { etag } = {}) {
      const { auth, headers } = onlyOnce(runtime)
      return request<typeof restoreVersion>(
        'POST',
        '/drive/v1/files/{id}/versions/{version_id}/restore',
        {
          auth,
          params: { id, version_id },
          headers: { ...headers, ...(etag === undefined ? {} : { 'if-match': etag }) },
        },
      )
    },
    rename: (id, version_id, name) =>
      request<typeof updateVersion>('PATCH', '/drive/v1/files/{id}/versions/{version_id}', {
        auth: true,
        params: { id, version_id },
        body: { name },
      }),
    async remove(id, version_id) {
      await request<typeof deleteVersion>('DELETE', '/drive/v1/files/{id}/versions/{version_id}', {
        auth: true,
        params: { id, version_id },
      })
    },
  }
}
