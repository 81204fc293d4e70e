import type { listInbox } from '@awan/protocol/drive'
import type { DriveHost } from '../drive-host.ts'

/**
 * The number of unread messages, for a page that shows nothing else of the inbox.
 *
 * @example const unread = await countUnread(client)
 */
export async function countUnread(
  { request }: Pick<DriveHost, 'request'>,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<number> {
  const query = { page_size: 1 }
  const answer = await request<typeof listInbox>('GET', '/drive/v1/inbox', {
    auth: true,
    query,
    signal,
  })
  return answer.unread
}
