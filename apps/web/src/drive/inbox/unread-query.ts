import type { AwanClient } from '@awan/client'
import { countUnread } from '@awan/client/inbox'
import { queryOptions } from '@tanstack/react-query'

/** How all queries about the inbox begin. */
export const INBOX = 'inbox'

export function unreadQuery(client: AwanClient) {
  return queryOptions({
    queryKey: [INBOX, 'unread'],
    queryFn: ({ signal }) => countUnread(client, { signal }),
  })
}
