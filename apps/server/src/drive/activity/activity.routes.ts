import { listActivity } from '@awan/protocol/drive'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import type { Activity } from './activity.ts'

export function activityRoutes(activity: Activity): DriveRoute[] {
  return [
    driveRoute(
      listActivity,
      'view',
      async ({ access, query }) => {
        const { events, nextPageToken } = await activity.read(access, {
          nodeId: query.node_id,
          kind: query.kind,
          isGrouped: query.grouped === 'true',
          size: query.page_size,
          token: query.page_token,
        })
        return {
          data: events,
          ...(nextPageToken === undefined ? {} : { next_page_token: nextPageToken }),
        }
      },
      // A link shows what is there, not how it came to be.
      { forPeople: true },
    ),
  ]
}
