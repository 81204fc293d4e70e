import type { AnswerOf, BodySent } from '@awan/protocol'
import type {
  createLink,
  Link,
  listLinks,
  listOwnLinks,
  listReceived,
  revokeLink,
  updateLink,
} from '@awan/protocol/drive'
import type { DriveHost } from '../drive-host.ts'
import { type DriveOptions, inDrive } from '../in-drive.ts'
import { onlyOnce } from '../many-files.ts'

export type NewLink = Omit<BodySent<typeof createLink>, 'node_id'>
export type LinkChange = BodySent<typeof updateLink>

export interface ReceivedQuery {
  page_size?: number | undefined
  page_token?: string | undefined
}

/** The links on the files and folders of a drive: addresses that give access without an account. */
export interface Links {
  /**
   * Creates a link on a file or folder. Its `url` opens it for anyone.
   *
   * @example const { url } = await links.create(folder.id, { role: 'viewer', password, download_limit: 10 })
   */
  create(node_id: string, options?: NewLink): Promise<Link>
  /**
   * The links on a file or folder, by whomever they were created.
   *
   * @example const { links: onFolder } = await links.list(folder.id)
   */
  list(node_id: string): Promise<AnswerOf<typeof listLinks>>
  /**
   * The links that the caller has created, in any drive, the newest first.
   *
   * @example const { links: own, next_page_token } = await links.mine()
   */
  mine(query?: ReceivedQuery): Promise<AnswerOf<typeof listOwnLinks>>
  /**
   * Changes a link; `null` takes something away. Another password, role or name ends all visits of the link.
   *
   * @example await links.update(link.id, { expires_at: null, label: 'Summer' })
   */
  update(id: string, change: LinkChange): Promise<Link>
  /**
   * Revokes a link: all of its visits end at once.
   *
   * @example await links.revoke(link.id)
   */
  revoke(id: string): Promise<void>
  /**
   * The files that visitors have sent by a link, with who sent them, the newest first.
   *
   * @example const { received } = await links.received(link.id)
   */
  received(id: string, query?: ReceivedQuery): Promise<AnswerOf<typeof listReceived>>
}

/**
 * Manages the links of the signed-in user's drive, or of another one that they have access to.
 *
 * @example const links = createLinks(client)
 */
export function createLinks(client: DriveHost, { driveId }: DriveOptions = {}): Links {
  const { request, runtime } = inDrive(client, driveId)
  return {
    create: (node_id, options = {}) =>
      request<typeof createLink>('POST', '/drive/v1/links', {
        ...onlyOnce(runtime),
        body: { node_id, ...options },
      }),
    list: (node_id) =>
      request<typeof listLinks>('GET', '/drive/v1/links', { auth: true, query: { node_id } }),
    mine: (query = {}) =>
      client.request<typeof listOwnLinks>('GET', '/drive/v1/links:mine', { auth: true, query }),
    update: (id, change) =>
      request<typeof updateLink>('PATCH', '/drive/v1/links/{id}', {
        auth: true,
        params: { id },
        body: change,
      }),
    async revoke(id) {
      await request<typeof revokeLink>('DELETE', '/drive/v1/links/{id}', {
        auth: true,
        params: { id },
      })
    },
    received: (id, query = {}) =>
      request<typeof listReceived>('GET', '/drive/v1/links/{id}/received', {
        auth: true,
        params: { id },
        query,
      }),
  }
}
