import { headers } from '@awan/protocol'
import {
  deleteVersion,
  listVersions,
  restoreVersion,
  updateVersion,
  type Version,
} from '@awan/protocol/drive'
import { header } from '../../http/caller.ts'
import type { Access } from '../access/access.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import type { FileVersion, Versions } from './versions.ts'

export function versionRoutes(versions: Versions): DriveRoute[] {
  return [
    driveRoute(
      listVersions,
      // What a file was is for those who may bring it back: it may have been changed before it was shared.
      'edit',
      async ({ access, params, query }) => {
        const page = await versions.list(access, params.id, {
          size: query.page_size,
          token: query.page_token,
        })
        return {
          versions: page.versions.map((version) => toVersion(version, access)),
          ...(page.nextPageToken === undefined ? {} : { next_page_token: page.nextPageToken }),
        }
      },
      { changes: false },
    ),

    driveRoute(restoreVersion, 'edit', async ({ access, toFile, params, request }) =>
      toFile(
        await versions.restore(access, params.id, params.version_id, {
          ifMatch: header(request, 'if-match'),
          key: header(request, headers.idempotencyKey),
        }),
      ),
    ),

    driveRoute(updateVersion, 'edit', async ({ access, params, body }) =>
      toVersion(await versions.rename(access, params.id, params.version_id, body.name), access),
    ),

    driveRoute(deleteVersion, 'own', async ({ access, params }) => {
      await versions.remove(access, params.id, params.version_id)
      return {}
    }),
  ]
}

function toVersion({ version, isCurrent }: FileVersion, { actor }: Access): Version {
  // A visitor does not know who the people of a drive are.
  const maker = actor.kind === 'visitor' ? null : version.created_by
  return {
    id: version.id,
    current: isCurrent,
    size: version.size,
    hash: version.hash,
    created_time: new Date(version.created_at).toISOString(),
    ...(maker === null ? {} : { created_by: maker }),
    ...(version.name === null ? {} : { name: version.name }),
  }
}
