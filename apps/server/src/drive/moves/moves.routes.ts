import { checkMove } from '@awan/protocol/drive'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import { toChosen } from '../tasks/chosen-nodes.ts'
import type { CheckMove } from './check-move.ts'

export function moveRoutes(check: CheckMove): DriveRoute[] {
  return [
    driveRoute(
      checkMove,
      'add',
      ({ access, body }) =>
        check(access, {
          chosen: toChosen(body),
          parentId: body.parent_id,
          from: body.from && { driveId: body.from.drive_id },
        }),
      { changes: false, forPeople: true },
    ),
  ]
}
