import { getPhotoTimes, listPhotos, measurePhotos } from '@awan/protocol/drive'
import { toIsoTime } from '../../kernel/iso-time.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import type { Photos } from './photos.ts'

export function photoRoutes(photos: Photos): DriveRoute[] {
  return [
    driveRoute(listPhotos, 'view', async ({ access, toFile, query }) => {
      const { nodes, nextPageToken, seq } = await photos.list(access, {
        size: query.page_size,
        token: query.page_token,
      })
      return {
        files: nodes.map((node) => ({
          ...toFile(node),
          taken_time: toIsoTime(node.taken_at ?? node.modified_at),
        })),
        ...(nextPageToken !== undefined && { next_page_token: nextPageToken }),
        seq,
      }
    }),

    driveRoute(measurePhotos, 'view', async ({ access, query }) => {
      const { count, every, pageTokens, days, seq } = await photos.measure(access, {
        pageSize: query.page_size,
        utcOffsetMinutes: query.utc_offset,
      })
      return { count, every, page_tokens: pageTokens, days, seq }
    }),

    driveRoute(
      getPhotoTimes,
      'view',
      async ({ access, body }) => {
        const times = await photos.times(access, body.ids)
        return {
          times: Object.fromEntries([...times].map(([id, time]) => [id, toIsoTime(time)])),
        }
      },
      { changes: false, forPeople: true },
    ),
  ]
}
