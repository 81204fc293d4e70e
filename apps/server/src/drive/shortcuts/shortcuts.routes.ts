import { headers } from '@awan/protocol'
import { checkShortcuts, createShortcut, openShortcut } from '@awan/protocol/drive'
import { header } from '../../http/caller.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import type { ToFileFor } from '../access/seen-node.ts'
import type { Shortcuts } from './shortcuts.ts'

export function shortcutRoutes(shortcuts: Shortcuts, toFileFor: ToFileFor): DriveRoute[] {
  return [
    driveRoute(
      createShortcut,
      'add',
      async ({ access, toFile, body, request }) =>
        toFile(
          await shortcuts.create(
            access,
            {
              parentId: body.parent_id,
              name: body.name,
              conflict: body.conflict,
              target: { driveId: body.target.drive_id, nodeId: body.target.file_id },
            },
            header(request, headers.idempotencyKey),
          ),
        ),
      { forPeople: true },
    ),

    driveRoute(openShortcut, 'view', async ({ access, params }) => {
      const { driveId, node } = await shortcuts.open(access, params.id)
      return { drive_id: driveId, file: toFileFor({ ...access, driveId })(node) }
    }),

    driveRoute(checkShortcuts, 'view', async ({ access, body }) => ({
      broken: await shortcuts.findBroken(access, body.ids),
    })),
  ]
}
