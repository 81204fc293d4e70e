import { getPhotoTimes, listPhotos, measurePhotos } from '@awan/protocol/drive'
import { toIsoTime } from '../../kernel/iso-time.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'

import type { PhotoFilter } from '../lists/lists.ts'
import type { Photos } from './photos.ts'

export function photoRoutes(photos: Photos): DriveRoute[] {
  return [
    driveRoute(listPhotos, 'view', async ({ access, toFile, query }) => {
      const page = { size: query.page_size, token: query.page_token }
      const { nodes, nextPageToken, seq } = await photos.list(access, page, toFilter(query))
      return {
        files: nodes.map((node) => ({
          ...toFile(node),
          taken_time: toIsoTime(node.taken_at ?? node.modified_at),
          ...(node.duration_ms !== null && { duration_ms: node.duration_ms }),
        })),
        ...(nextPageToken !== undefined && { next_page_token: nextPageToken }),
        seq,
      }
    }),

    driveRoute(measurePhotos, 'view', async ({ access, query }) => {
      const { pageTokens, ...measure } = await photos.measure(access, {
        pageSize: query.page_size,
        utcOffsetMinutes: query.utc_offset,
        filter: toFilter(query),
        hasAspects: query.aspects === 'true',
      })
      return { ...measure, page_tokens: pageTokens }
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

function toFilter({
  kind,
  starred,
  camera,
}: {
  kind?: PhotoFilter['kind']
  starred?: 'true' | 'false' | undefined
  camera?: string | undefined
}): PhotoFilter {
  return { kind, camera, starred: starred === undefined ? undefined : starred === 'true' }
}
