import type { AnswerOf, BodySent, QuerySent } from '@awan/protocol'
import type { AdminUsage, listJobs, listUsage, setQuota } from '@awan/protocol/account'
import type { SudoToken } from '../account/sudo-token.ts'
import { withSudo } from '../account/with-sudo.ts'
import { toFields } from '../fields.ts'
import type { AdminHost } from './admin-host.ts'
import type { PageQuery } from './page-query.ts'

export type UsageQuery = PageQuery<typeof listUsage>
export type JobsQuery = Omit<QuerySent<typeof listJobs>, 'limit'> & {
  /** 1 to 200; 50 by default. */
  limit?: number | undefined
}

/** Storage use of all users, and the tasks of their drives. File names are never shown. */
export interface Usage {
  /**
   * The storage use of all users, the largest first by default.
   *
   * @example const { usage, total, next_page_token } = await admin.usage.list({ order_by: 'active' })
   */
  list(query?: UsageQuery): Promise<AnswerOf<typeof listUsage>>
  /**
   * Sets the quota of a user; null means no limit. A quota below the current use removes nothing.
   *
   * @example await admin.usage.setQuota(sub, { quota_bytes: 100_000_000_000, sudo_token })
   */
  setQuota(sub: string, payload: BodySent<typeof setQuota> & SudoToken): Promise<AdminUsage>
  /**
   * The tasks of all drives: the number that wait, and the newest that are open, failed or finished.
   *
   * @example const { tasks, jobs } = await admin.usage.jobs({ state: 'failed' })
   */
  jobs(query?: JobsQuery): Promise<AnswerOf<typeof listJobs>>
}

export function createUsage({ request }: AdminHost): Usage {
  return {
    list: (query = {}) =>
      request<typeof listUsage>('GET', '/v1/admin/usage', { auth: true, query: toFields(query) }),
    setQuota: (sub, { sudo_token, ...body }) =>
      request<typeof setQuota>('PUT', '/v1/admin/usage/{sub}/quota', {
        ...withSudo(sudo_token),
        params: { sub },
        body,
      }),
    jobs: (query = {}) =>
      request<typeof listJobs>('GET', '/v1/admin/jobs', { auth: true, query: toFields(query) }),
  }
}
