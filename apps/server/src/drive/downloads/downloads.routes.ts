import {
  downloadByLink,
  downloadFile,
  downloadVersion,
  linkFile,
  linkVersion,
} from '@awan/protocol/drive'
import { type Route, route } from '../../http/route.ts'
import type { Downloads } from './downloads.ts'
import { sendContent } from './send-content.ts'

export function downloadRoutes(downloads: Downloads): Route[] {
  return [
    route(downloadFile, { scope: 'drive' }, async ({ user, params, request, reply }) =>
      sendContent(request, reply, await downloads.open(user.sub, params.id)),
    ),

    route(downloadVersion, { scope: 'drive' }, async ({ user, params, request, reply }) =>
      sendContent(request, reply, await downloads.open(user.sub, params.id, params.version_id)),
    ),

    route(linkFile, { scope: 'drive' }, async ({ user, params }) =>
      toLink(await downloads.createLink(user.sub, params.id)),
    ),

    route(linkVersion, { scope: 'drive' }, async ({ user, params }) =>
      toLink(await downloads.createLink(user.sub, params.id, params.version_id)),
    ),

    // The link itself is what the caller must bring.
    route(downloadByLink, {}, async ({ params, request, reply }) =>
      sendContent(request, reply, await downloads.openLink(params.link)),
    ),
  ]
}

function toLink({ link, expiresAt }: { link: string; expiresAt: number }) {
  return {
    url: downloadByLink.path.replace('{link}', link),
    expires_at: new Date(expiresAt).toISOString(),
  }
}
