import { downloadArchive, zipFiles } from '@awan/protocol/drive'
import { type Route, route } from '../../http/route.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import { sendContent } from '../downloads/send-content.ts'
import type { Archives } from './archives.ts'

export function archiveRoutes(archives: Archives): DriveRoute[] {
  return [
    driveRoute(zipFiles, 'view', async ({ access, body }) => {
      const { link, archive } = await archives.createLink(access, body.ids, body.name)
      return {
        url: downloadArchive.path.replace('{link}', link),
        expires_at: new Date(archive.expires_at).toISOString(),
        name: archive.name,
        size: archive.size,
        entries: archive.entries,
        etag: `"${archive.hash}"`,
      }
    }),
  ]
}

/** The link itself is what the caller must bring. */
export function archiveLinkRoutes(archives: Pick<Archives, 'openLink'>): Route[] {
  return [
    route(downloadArchive, {}, async ({ params, request, reply }) =>
      sendContent(request, reply, await archives.openLink(params.link)),
    ),
  ]
}
