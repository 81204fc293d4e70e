import type { AnswerOf, BodySent } from '@awan/protocol'
import type {
  askForAccess,
  changeInboxSettings,
  declineRequest,
  deleteInboxMessage,
  GrantRole,
  getInboxSettings,
  grantRequest,
  InboxEvent,
  InboxSettings,
  listInbox,
  markInboxRead,
} from '@awan/protocol/drive'
import type { DriveHost } from '../drive-host.ts'
import { followEvents } from '../follow-events.ts'

export interface InboxQuery {
  page_size?: number | undefined
  page_token?: string | undefined
}

export type AccessQuestion = BodySent<typeof askForAccess>

interface Options {
  signal?: AbortSignal | undefined
}

/** What the user is told about sharing, in all drives. */
export interface Inbox {
  /**
   * The messages, the newest first, and how many of all are unread.
   *
   * @example const { messages, unread, next_page_token } = await inbox.list({ page_size: 20 })
   */
  list(query?: InboxQuery, options?: Options): Promise<AnswerOf<typeof listInbox>>
  /**
   * Marks some messages as read, or all; returns how many are unread then.
   *
   * @example const { unread } = await inbox.markRead([message.id])
   */
  markRead(ids?: string[]): Promise<AnswerOf<typeof markInboxRead>>
  /**
   * Deletes a message.
   *
   * @example await inbox.delete(message.id)
   */
  delete(id: string): Promise<void>
  /**
   * Asks those who manage a file or folder for access. The answer does not tell whether there is such a thing.
   *
   * @example await inbox.ask({ drive_id: driveId, file_id: fileId, message: 'I need the pictures' })
   */
  ask(question: AccessQuestion): Promise<void>
  /**
   * Gives the person who asked for access a role.
   *
   * @example if (message.kind === 'access_asked') await inbox.grant(message.id, 'viewer')
   */
  grant(id: string, role: GrantRole): Promise<void>
  /**
   * Declines a request for access. The person who asked is not told.
   *
   * @example await inbox.decline(message.id)
   */
  decline(id: string): Promise<void>
  /**
   * For which messages the user gets mails, and when.
   *
   * @example const { drop_arrived } = await inbox.settings()
   */
  settings(options?: Options): Promise<InboxSettings>
  /**
   * Chooses for which messages the user gets mails; what is left out stays as it is.
   *
   * @example await inbox.changeSettings({ drop_arrived: 'at_once', role_changed: 'never' })
   */
  changeSettings(change: BodySent<typeof changeInboxSettings>): Promise<InboxSettings>
  /**
   * The number of unread messages now, and whenever the inbox changes. It ends and fails as `changes.events` does.
   *
   * @example for await (const { unread } of inbox.events({ signal })) showCount(unread)
   */
  events(options?: Options): AsyncIterable<InboxEvent>
}

/**
 * The inbox of the signed-in user.
 *
 * @example const inbox = createInbox(client)
 */
export function createInbox(client: DriveHost): Inbox {
  const { request } = client
  return {
    list: (query = {}, { signal } = {}) =>
      request<typeof listInbox>('GET', '/drive/v1/inbox', { auth: true, query, signal }),
    markRead: (ids) =>
      request<typeof markInboxRead>('POST', '/drive/v1/inbox:markRead', {
        auth: true,
        body: ids ? { ids } : {},
      }),
    async delete(id) {
      await request<typeof deleteInboxMessage>('DELETE', '/drive/v1/inbox/{id}', {
        auth: true,
        params: { id },
      })
    },
    async ask(body) {
      await request<typeof askForAccess>('POST', '/drive/v1/access_requests', { auth: true, body })
    },
    async grant(id, role) {
      await request<typeof grantRequest>('POST', '/drive/v1/inbox/{id}/grant', {
        auth: true,
        params: { id },
        body: { role },
      })
    },
    async decline(id) {
      await request<typeof declineRequest>('POST', '/drive/v1/inbox/{id}/decline', {
        auth: true,
        params: { id },
      })
    },
    settings: ({ signal } = {}) =>
      request<typeof getInboxSettings>('GET', '/drive/v1/inbox/settings', { auth: true, signal }),
    changeSettings: (body) =>
      request<typeof changeInboxSettings>('PATCH', '/drive/v1/inbox/settings', {
        auth: true,
        body,
      }),
    events: ({ signal } = {}) => followEvents(client, 'inbox', signal),
  }
}
