import type { AnswerOf, BodySent } from '@awan/protocol'
import type {
  changeGrant,
  createGrant,
  Grant,
  leaveShare,
  listGrants,
  listSharedByMe,
  listSharedWithMe,
  nameShare,
  revokeGrant,
  SharesEvent,
  suggestGrantees,
} from '@awan/protocol/drive'
import type { DriveHost } from './drive-host.ts'
import { followEvents } from './follow-events.ts'
import type { PageOptions, PageQuery } from './lists.ts'

export type NewShare = BodySent<typeof createGrant>
export type ShareChange = BodySent<typeof changeGrant>

/** Sharing with people, groups and mail addresses. */
export interface Shares {
  /**
   * Who has access to a file or folder: the owner, the grants on it, and those inherited from folders above.
   *
   * @example const { owner, grants } = await drive.shares.list(folder.id)
   */
  list(fileId: string, options?: PageOptions): Promise<AnswerOf<typeof listGrants>>
  /**
   * Shares a file or folder. If this grantee has a grant on it already, it is changed.
   *
   * @example
   * await drive.shares.create(folder.id, { grantee: { kind: 'person', sub }, role: 'editor' })
   * await drive.shares.create(folder.id, { grantee: { kind: 'email', email: 'ben@example.org' }, role: 'viewer' })
   */
  create(fileId: string, share: NewShare): Promise<Grant>
  /**
   * Changes the role, the expiry or the note; null removes the expiry or the note.
   *
   * @example await drive.shares.change(grant.id, { role: 'viewer', expires_time: null })
   */
  change(grantId: string, change: ShareChange): Promise<Grant>
  /**
   * Ends a grant, whoever made it.
   *
   * @example await drive.shares.revoke(grant.id)
   */
  revoke(grantId: string): Promise<void>
  /**
   * What others have shared with the user, in all drives, the latest first.
   *
   * @example const { shares, next_page_token } = await drive.shares.withMe({ page_size: 50 })
   */
  withMe(query?: PageQuery, options?: PageOptions): Promise<AnswerOf<typeof listSharedWithMe>>
  /**
   * What the user has shared in any drive, and all that is shared of their own drive, the latest first.
   *
   * @example const { shares } = await drive.shares.byMe()
   */
  byMe(query?: PageQuery, options?: PageOptions): Promise<AnswerOf<typeof listSharedByMe>>
  /**
   * Gives something that is shared with the user a name that only they see; null takes it away. It ends with the share.
   *
   * @example await drive.shares.rename(grant, 'Our trip')
   */
  rename(grant: Pick<Grant, 'id' | 'drive_id'>, alias: string | null): Promise<void>
  /**
   * Gives up something that was shared with the user.
   *
   * @example for (const { grant } of (await drive.shares.withMe()).shares) await drive.shares.leave(grant)
   */
  leave(grant: Pick<Grant, 'id' | 'drive_id'>): Promise<void>
  /**
   * People, groups and mail addresses to share with, by a part of the name: those with whom the user already
   * shares. Others are found by `client.user.query`.
   *
   * @example const { grantees } = await drive.shares.suggest({ query: 'be' })
   */
  suggest(
    query?: { query?: string | undefined; limit?: number | undefined },
    options?: PageOptions,
  ): Promise<AnswerOf<typeof suggestGrantees>>
  /**
   * One event now, and one whenever what is shared with the user changes. It ends and fails as `changes.events` does.
   *
   * @example for await (const _ of drive.shares.events({ signal })) await refresh()
   */
  events(options?: PageOptions): AsyncIterable<SharesEvent>
}

/** Calls about one drive go to `host`; what is asked of no single drive goes to `client`. */
export function createShares(host: DriveHost, client: DriveHost): Shares {
  const { request } = host
  return {
    list: (id, { signal } = {}) =>
      request<typeof listGrants>('GET', '/drive/v1/files/{id}/grants', {
        auth: true,
        params: { id },
        signal,
      }),
    create: (id, body) =>
      request<typeof createGrant>('POST', '/drive/v1/files/{id}/grants', {
        auth: true,
        params: { id },
        body,
      }),
    change: (id, body) =>
      request<typeof changeGrant>('PATCH', '/drive/v1/grants/{id}', {
        auth: true,
        params: { id },
        body,
      }),
    async revoke(id) {
      await request<typeof revokeGrant>('DELETE', '/drive/v1/grants/{id}', {
        auth: true,
        params: { id },
      })
    },
    withMe: (query = {}, { signal } = {}) =>
      client.request<typeof listSharedWithMe>('GET', '/drive/v1/shared_with_me', {
        auth: true,
        query,
        signal,
      }),
    byMe: (query = {}, { signal } = {}) =>
      client.request<typeof listSharedByMe>('GET', '/drive/v1/shared_by_me', {
        auth: true,
        query,
        signal,
      }),
    async rename({ id, drive_id }, alias) {
      await client.request<typeof nameShare>('PATCH', '/drive/v1/shared_with_me/{id}', {
        auth: true,
        params: { id },
        query: { drive_id },
        body: { alias },
      })
    },
    async leave({ id, drive_id }) {
      await client.request<typeof leaveShare>('DELETE', '/drive/v1/shared_with_me/{id}', {
        auth: true,
        params: { id },
        query: { drive_id },
      })
    },
    suggest: (query = {}, { signal } = {}) =>
      client.request<typeof suggestGrantees>('GET', '/drive/v1/grantees', {
        auth: true,
        query,
        signal,
      }),
    events: ({ signal } = {}) => followEvents(client, 'shares', signal),
  }
}
