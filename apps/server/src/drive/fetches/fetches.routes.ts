import { headers } from '@awan/protocol'
import { fetchFiles } from '@awan/protocol/drive'
import { header } from '../../http/caller.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { toTask } from '../tasks/to-task.ts'
import type { Fetches } from './fetches.ts'

export function fetchRoutes(fetches: Fetches, tasks: Tasks): DriveRoute[] {
  return [
    driveRoute(
      fetchFiles,
      'add',
      async ({ access, body, request }) => {
        const { urls, parent_id: parentId, conflict } = body
        const key = header(request, headers.idempotencyKey)
        return toTask(await fetches.begin(tasks, access, { urls, parentId, conflict }, key))
      },
      { forPeople: true },
    ),
  ]
}
