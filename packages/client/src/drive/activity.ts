import type { AnswerOf } from '@awan/protocol'
import type { ActionKind, listActivity } from '@awan/protocol/drive'
import type { DriveHost } from './drive-host.ts'
import type { PageOptions, PageQuery } from './lists.ts'

export interface Activity {
  /**
   * The activity in the drive, or of one file or folder, newest first, each in its envelope. With a
   * kind, pages may be short although there is a next one.
   *
   * @example const { data, next_page_token } = await drive.activity.list({ node_id: file.id })
   */
  list(
    query?: PageQuery & { node_id?: string | undefined; kind?: ActionKind | undefined },
    options?: PageOptions,
  ): Promise<AnswerOf<typeof listActivity>>
}

export function createActivity({ request }: DriveHost): Activity {
  return {
    list: (query = {}, { signal } = {}) =>
      request<typeof listActivity>('GET', '/drive/v1/activity', { auth: true, query, signal }),
  }
}
