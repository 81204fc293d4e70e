import type { AnswerOf } from '@awan/protocol'
import type {
  getLinkPolicy,
  listServerLinks,
  revokeServerLink,
  setLinkPolicy,
} from '@awan/protocol/account'
import type { LinkPolicy } from '@awan/protocol/drive'
import type { SudoToken } from '../account/sudo-token.ts'
import { withSudo } from '../account/with-sudo.ts'
import { toFields } from '../fields.ts'
import type { AdminHost } from './admin-host.ts'
import type { PageQuery } from './page-query.ts'

export type ServerLinksQuery = PageQuery<typeof listServerLinks>

/** All links of the server, without what they open and without their addresses. */
export interface ServerLinks {
  /**
   * The links of all users, the newest first; `query` is an address, or a part of a label or a name.
   *
   * @example const { links, next_page_token } = await admin.links.list({ without_password: 'true' })
   */
  list(query?: ServerLinksQuery): Promise<AnswerOf<typeof listServerLinks>>
  /**
   * Revokes a link of any user: all of its visits end at once.
   *
   * @example await admin.links.revoke(link, { sudo_token })
   */
  revoke(link: { drive_id: string; id: string }, payload: SudoToken): Promise<void>
  /**
   * What links may be on this server.
   *
   * @example const { enabled, max_days } = await admin.links.policy()
   */
  policy(): Promise<LinkPolicy>
  /**
   * Decides what links may be from now on. With `enabled: false` no link opens until it is true again.
   *
   * @example await admin.links.setPolicy({ enabled: true, needs_password: true, max_days: 30, open_names: false, sudo_token })
   */
  setPolicy(policy: LinkPolicy & SudoToken): Promise<LinkPolicy>
}

export function createServerLinks({ request }: AdminHost): ServerLinks {
  return {
    list: (query = {}) =>
      request<typeof listServerLinks>('GET', '/v1/admin/links', {
        auth: true,
        query: toFields(query),
      }),
    async revoke({ drive_id, id }, { sudo_token }) {
      await request<typeof revokeServerLink>('DELETE', '/v1/admin/links/{drive_id}/{id}', {
        ...withSudo(sudo_token),
        params: { drive_id, id },
      })
    },
    policy: () => request<typeof getLinkPolicy>('GET', '/v1/admin/link_policy', { auth: true }),
    setPolicy: ({ sudo_token, ...body }) =>
      request<typeof setLinkPolicy>('PUT', '/v1/admin/link_policy', {
        ...withSudo(sudo_token),
        body,
      }),
  }
}
