import {
  downloadByLink,
  downloadFile,
  downloadVersion,
  linkFile,
  linkVersion,
} from '@awan/protocol/drive'
import { type Route, route } from '../../http/route.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import type { Downloads } from './downloads.ts'
import { sendContent } from './send-content.ts'

export function downloadRoutes(downloads: Downloads): DriveRoute[] {
  return [
    driveRoute(downloadFile, 'view', async ({ access, params, request, reply }) =>
      sendContent(request, reply, await downloads.open(access, params.id)),
    ),

    driveRoute(downloadVersion, 'view', async ({ access, params, request, reply }) =>
      sendContent(request, reply, await downloads.open(access, params.id, params.version_id)),
    ),

    driveRoute(linkFile, 'view', async ({ access, params }) =>
      toLink(await downloads.createLink(access, params.id)),
    ),

    driveRoute(linkVersion, 'view', async ({ access, params }) =>
      toLink(await downloads.createLink(access, params.id, params.version_id)),
    ),
  ]
}

/** The link itself is what the caller must bring. */
export function downloadLinkRoutes(downloads: Pick<Downloads, 'openLink'>): Route[] {
  return [
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
