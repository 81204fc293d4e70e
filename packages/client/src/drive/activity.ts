import type { AnswerOf } from '@awan/protocol'
import type { ActionKind, listActivity } from '@awan/protocol/drive'
import type { DriveHost } from './drive-host.ts'
import type { PageOptions, PageQuery } from './lists.ts'
import { toTruth } from './to-truth.ts'

export interface Activity {
  /**
   * The activity in the drive, or of one file or folder, newest first, each in its envelope. With a
   * kind, or grouped, pages may be short although there is a next one. Grouped, what was done to many files at once is one event
   * with their `count`.
   *
   * @example const { data, next_page_token } = await drive.activity.list({ node_id: file.id })
   * @example const { data } = await drive.activity.list({ grouped: true })
   */
  list(
    query?: PageQuery & {
      node_id?: string | undefined
      kind?: ActionKind | undefined
      grouped?: boolean | undefined
    },
    options?: PageOptions,
  ): Promise<AnswerOf<typeof listActivity>>
}

export function createActivity({ request }: DriveHost): Activity {
  return {
    list: ({ grouped, ...query } = {}, { signal } = {}) =>
      request<typeof listActivity>('GET', '/drive/v1/activity', {
        auth: true,
        query: { ...query, grouped: toTruth(grouped) },
        signal,
      }),
  }
}
