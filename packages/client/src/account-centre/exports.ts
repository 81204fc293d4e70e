import type {
  AccountExport,
  getExport,
  getExportContent,
  startExport,
} from '@awan/protocol/account'
import type { SudoToken } from '../account/sudo-token.ts'
import { withSudo } from '../account/with-sudo.ts'
import { guardContent } from '../request/guard-content.ts'
import type { CentreHost } from './centre-host.ts'

/** A copy of everything that the account has. */
export interface Exports {
  /**
   * Starts an export.
   *
   * @example const { task_id } = await centre.exports.start({ sudo_token })
   */
  start(payload: SudoToken): Promise<AccountExport>
  /**
   * The progress of an export: it can be downloaded once its phase is `COMPLETE`.
   *
   * @example const { phase, progress } = await centre.exports.get(task_id)
   */
  get(task_id: string): Promise<AccountExport>
  /**
   * The export, a ZIP archive, as a stream.
   *
   * @example const archive = await (await centre.exports.download(task_id)).blob()
   */
  download(task_id: string, options?: { signal?: AbortSignal | undefined }): Promise<Response>
}

export function createExports({ request, open, runtime }: CentreHost): Exports {
  return {
    start: ({ sudo_token }) =>
      request<typeof startExport>('POST', '/v1/user/export', {
        ...withSudo(sudo_token),
        body: {},
      }),
    get: (id) =>
      request<typeof getExport>('GET', '/v1/user/export/{id}', { auth: true, params: { id } }),
    async download(id, { signal } = {}) {
      const response = await open<typeof getExportContent>('GET', '/v1/user/export/{id}/content', {
        auth: true,
        params: { id },
        signal,
      })
      return guardContent(runtime, response, signal)
    },
  }
}
