import { headers } from '@awan/protocol'
import { batchCopyFrom, batchMoveFrom } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import { header } from '../../http/caller.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import { toPlacing } from '../tasks/batch.routes.ts'
import { toTask } from '../tasks/to-task.ts'
import type { Across } from './across.ts'

/** What comes from other drives; a visitor of a link brings nothing, unless they are signed in. */
export function acrossRoutes(across: Across): DriveRoute[] {
  return [
    driveRoute(
      batchCopyFrom,
      'add',
      async ({ access, body, request }) => {
        const { drive_id: driveId, visit_token: visitToken } = body.from
        if (driveId !== undefined && visitToken !== undefined) throw eitherOne()
        const from = visitToken === undefined ? { driveId } : { visitToken }
        const key = header(request, headers.idempotencyKey)
        return toTask(await across.copy(access, from, toPlacing(body), key))
      },
      { forPeople: true },
    ),

    driveRoute(
      batchMoveFrom,
      'add',
      async ({ access, body, request }) => {
        const from = { driveId: body.from.drive_id }
        const key = header(request, headers.idempotencyKey)
        return toTask(await across.move(access, from, toPlacing(body), key))
      },
      { forPeople: true },
    ),
  ]
}

function eitherOne(): ServiceError {
  return new ServiceError('invalid_argument', {
    description: 'give either from.drive_id or from.visit_token',
  })
}
