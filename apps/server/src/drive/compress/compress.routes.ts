import { headers } from '@awan/protocol'
import { compressFiles } from '@awan/protocol/drive'
import { header } from '../../http/caller.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { toTask } from '../tasks/to-task.ts'
import type { Compressing } from './compressing.ts'

export function compressRoutes(compressing: Compressing, tasks: Tasks): DriveRoute[] {
  return [
    driveRoute(
      compressFiles,
      'add',
      async ({ access, body, request }) => {
        const { ids, parent_id: parentId, name, conflict } = body
        const key = header(request, headers.idempotencyKey)
        const zip = { ids, parentId, name, conflict }
        return toTask(await compressing.begin(tasks, access, zip, key))
      },
      { forPeople: true },
    ),
  ]
}
