import { createInbox, type Inbox } from '@awan/client/inbox'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useClient, useSub } from '../../session/ClientProvider.tsx'
import { hearTogether } from '../live/hear-together.ts'
import { createPresence } from '../live/presence.ts'

/** How all queries about the inbox begin. */
export const INBOX = 'inbox'

export function useInbox(): Inbox {
  const client = useClient()
  const [inbox] = useState(() => createInbox(client))
  return inbox
}

export function unreadQuery(inbox: Inbox) {
  return queryOptions({
    queryKey: [INBOX, 'unread'],
    queryFn: async ({ signal }) => (await inbox.list({ page_size: 1 }, { signal })).unread,
  })
}

/** Where events are held back on their way, it is looked again so often. */
const LOOK_EVERY_MS = 30_000

/** Asks again whenever the inbox has changed. One page of the browser listens for all. */
export function useLiveInbox(): void {
  const { runtime } = useClient()
  const sub = useSub()
  const inbox = useInbox()
  const queries = useQueryClient()
  const hear = useEffectEvent(() => void queries.invalidateQueries({ queryKey: [INBOX] }))
  useEffect(() => {
    const presence = createPresence(runtime.startTimer)
    let looks = 0
    const stop = hearTogether({
      runtime,
      name: `inbox_live_${sub}`,
      presence,
      changes: {
        events: inbox.events,
        // There is no cursor to ask behind: without events each look may find something new.
        async list({ cursor }, { signal }) {
          if (cursor !== undefined) await presence.wait(LOOK_EVERY_MS, signal)
          looks += 1
          return { cursor: String(looks) }
        },
      },
      hear: () => hear(),
    })
    return () => {
      stop()
      presence.dispose()
    }
  }, [runtime, sub, inbox])
}
