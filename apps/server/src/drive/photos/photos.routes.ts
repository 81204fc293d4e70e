import { listPhotos, measurePhotos } from '@awan/protocol/drive'
import { type Route, route } from '../../http/route.ts'
import { toIsoTime } from '../../kernel/iso-time.ts'
import type { ToFile } from '../nodes/to-file.ts'
import type { Photos } from './photos.ts'

export function photoRoutes(photos: Photos, toFile: ToFile): Route[] {
  return [
    route(listPhotos, { scope: 'drive' }, async ({ user, query }) => {
      const { nodes, nextPageToken, seq } = await photos.list(user.sub, {
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

    route(measurePhotos, { scope: 'drive' }, async ({ user, query }) => {
      const { count, every, pageTokens, days, seq } = await photos.measure(user.sub, {
        pageSize: query.page_size,
        utcOffsetMinutes: query.utc_offset,
      })
      return { count, every, page_tokens: pageTokens, days, seq }
    }),
  ]
}
