import { getSecurityHistory } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { History } from './history.ts'

export function historyRoutes({ history }: { history: History }): Route[] {
  return [
    route(getSecurityHistory, { scope: 'user' }, async ({ query, user }) => {
      const { page_size: size, page_token: token } = query
      const { events, nextPageToken } = await history.read(user.sub, { size, token })
      return { data: events, ...(nextPageToken && { next_page_token: nextPageToken }) }
    }),
  ]
}
