import { headers } from '@awan/protocol'
import {
  deleteVersion,
  listVersions,
  restoreVersion,
  updateVersion,
  type Version,
} from '@awan/protocol/drive'
import { header } from '../../http/caller.ts'
import { type Route, route } from '../../http/route.ts'
import type { ToFile } from '../nodes/to-file.ts'
import type { FileVersion, Versions } from './versions.ts'

export function versionRoutes(versions: Versions, toFile: ToFile): Route[] {
  return [
    route(listVersions, { scope: 'drive' }, async ({ user, params, query }) => {
      const page = await versions.list(user.sub, params.id, {
        size: query.page_size,
        token: query.page_token,
      })
      return {
        versions: page.versions.map(toVersion),
        ...(page.nextPageToken === undefined ? {} : { next_page_token: page.nextPageToken }),
      }
    }),

    route(restoreVersion, { scope: 'drive' }, async ({ user, params, request }) =>
      toFile(
        await versions.restore(user.sub, params.id, params.version_id, {
          ifMatch: header(request, 'if-match'),
          key: header(request, headers.idempotencyKey),
        }),
      ),
    ),

    route(updateVersion, { scope: 'drive' }, async ({ user, params, body }) =>
      toVersion(await versions.rename(user.sub, params.id, params.version_id, body.name)),
    ),

    route(deleteVersion, { scope: 'drive' }, async ({ user, params }) => {
      await versions.remove(user.sub, params.id, params.version_id)
      return {}
    }),
  ]
}

function toVersion({ version, isCurrent }: FileVersion): Version {
  return {
    id: version.id,
    current: isCurrent,
    size: version.size,
    hash: version.hash,
    created_time: new Date(version.created_at).toISOString(),
    ...(version.created_by === null ? {} : { created_by: version.created_by }),
    ...(version.name === null ? {} : { name: version.name }),
  }
}
