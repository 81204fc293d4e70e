import { getMedia, getThumbnail, thumbnailByLink } from '@awan/protocol/drive'
import { type Route, route } from '../../http/route.ts'
import { toIsoTime } from '../../kernel/iso-time.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import { sendContent } from '../downloads/send-content.ts'
import type { ReadMedia } from './media.ts'
import type { Thumbnails } from './thumbnails.ts'

export function thumbnailRoutes(thumbnails: Thumbnails): DriveRoute[] {
  return [
    driveRoute(getThumbnail, 'view', async ({ access, params, query, request, reply }) =>
      sendContent(request, reply, await thumbnails.open(access, params.id, Number(query.size))),
    ),
  ]
}

export function mediaRoutes(readMedia: ReadMedia): DriveRoute[] {
  return [
    driveRoute(getMedia, 'view', async ({ access, params }) => {
      const { photoTime, picture, isPending } = await readMedia(access, params.id)
      return {
        photo_time: toIsoTime(photoTime),
        ...(picture && { picture }),
        is_pending: isPending,
      }
    }),
  ]
}

/** The link itself is what the caller must bring. */
export function thumbnailLinkRoutes(thumbnails: Pick<Thumbnails, 'openLink'>): Route[] {
  return [
    route(thumbnailByLink, {}, async ({ params, query, request, reply }) =>
      sendContent(request, reply, await thumbnails.openLink(params.link, Number(query.size))),
    ),
  ]
}
