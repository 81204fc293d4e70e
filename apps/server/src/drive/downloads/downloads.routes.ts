import { downloadByLink, downloadFile, linkFile } from '@awan/protocol/drive'
import { type Route, route } from '../../http/route.ts'
import type { Downloads } from './downloads.ts'
import { sendContent } from './send-content.ts'

export function downloadRoutes(downloads: Downloads): Route[] {
  return [
    route(downloadFile, { scope: 'drive' }, async ({ user, params, request, reply }) =>
      sendContent(request, reply, await downloads.open(user.sub, params.id)),
    ),

    route(linkFile, { scope: 'drive' }, async ({ user, params }) => {
      const { link, expiresAt } = await downloads.createLink(user.sub, params.id)
      return {
        url: downloadByLink.path.replace('{link}', link),
        expires_at: new Date(expiresAt).toISOString(),
      }
    }),

    // The link itself is what the caller must bring.
    route(downloadByLink, {}, async ({ params, request, reply }) =>
      sendContent(request, reply, await downloads.openLink(params.link)),
    ),
  ]
}
