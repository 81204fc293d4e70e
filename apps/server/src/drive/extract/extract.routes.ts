import { headers } from '@awan/protocol'
import { extractFile } from '@awan/protocol/drive'
import { header } from '../../http/caller.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { toTask } from '../tasks/to-task.ts'
import type { Extracting } from './extracting.ts'

export function extractRoutes(extracting: Extracting, tasks: Tasks): DriveRoute[] {
  return [
    driveRoute(
      extractFile,
      'add',
      async ({ access, params, body, request }) => {
        const { parent_id: parentId, name, conflict } = body
        const key = header(request, headers.idempotencyKey)
        const wanted = { archiveId: params.id, parentId, name, conflict }
        return toTask(await extracting.begin(tasks, access, wanted, key))
      },
      { forPeople: true },
    ),
  ]
}
