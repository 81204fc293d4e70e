import { headers } from '@awan/protocol'
import { cancelTask, getTask, listTasks, undoTask } from '@awan/protocol/drive'
import { header } from '../../http/caller.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import type { Tasks } from './tasks.ts'
import { toTaskFor } from './to-task.ts'

export function taskRoutes(tasks: Tasks): DriveRoute[] {
  return [
    driveRoute(listTasks, 'view', async ({ access, query }) => {
      const page = await tasks.list(access, {
        state: query.state,
        size: query.page_size,
        token: query.page_token,
      })
      return {
        tasks: page.tasks.map(toTaskFor(access)),
        ...(page.nextPageToken === undefined ? {} : { next_page_token: page.nextPageToken }),
      }
    }),

    driveRoute(getTask, 'view', async ({ access, params }) =>
      toTaskFor(access)(await tasks.get(access, params.id)),
    ),

    driveRoute(undoTask, 'edit', async ({ access, params, request }) => {
      const key = header(request, headers.idempotencyKey)
      return toTaskFor(access)(await tasks.undo(access, params.id, key))
    }),

    driveRoute(
      cancelTask,
      'view',
      async ({ access, params }) => toTaskFor(access)(await tasks.cancel(access, params.id)),
      { changes: true },
    ),
  ]
}
