import { listActivity } from '@awan/protocol/drive'
import { type Route, route } from '../../http/route.ts'
import type { Activity } from './activity.ts'

export function activityRoutes(activity: Activity): Route[] {
  return [
    route(listActivity, { scope: 'drive' }, async ({ user, query }) => {
      const { events, nextPageToken } = await activity.read(user.sub, {
        nodeId: query.node_id,
        kind: query.kind,
        size: query.page_size,
        token: query.page_token,
      })
      return {
        data: events,
        ...(nextPageToken === undefined ? {} : { next_page_token: nextPageToken }),
      }
    }),
  ]
}
