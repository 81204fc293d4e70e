import { getThumbnail, thumbnailByLink } from '@awan/protocol/drive'
import { type Route, route } from '../../http/route.ts'
import { sendContent } from '../downloads/send-content.ts'
import type { Thumbnails } from './thumbnails.ts'

export function thumbnailRoutes(thumbnails: Thumbnails): Route[] {
  return [
    route(getThumbnail, { scope: 'drive' }, async ({ user, params, query, request, reply }) =>
      sendContent(request, reply, await thumbnails.open(user.sub, params.id, Number(query.size))),
    ),

    // The link itself is what the caller must bring.
    route(thumbnailByLink, {}, async ({ params, query, request, reply }) =>
      sendContent(request, reply, await thumbnails.openLink(params.link, Number(query.size))),
    ),
  ]
}
