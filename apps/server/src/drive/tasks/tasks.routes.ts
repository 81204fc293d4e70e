import { headers } from '@awan/protocol'
import { cancelTask, getTask, listTasks, undoTask } from '@awan/protocol/drive'
import { header } from '../../http/caller.ts'
import { type Route, route } from '../../http/route.ts'
import type { Tasks } from './tasks.ts'
import { toTask } from './to-task.ts'

export function taskRoutes(tasks: Tasks): Route[] {
  return [
    route(listTasks, { scope: 'drive' }, async ({ user, query }) => {
      const page = await tasks.list(user.sub, {
        state: query.state,
        size: query.page_size,
        token: query.page_token,
      })
      return {
        tasks: page.tasks.map(toTask),
        ...(page.nextPageToken === undefined ? {} : { next_page_token: page.nextPageToken }),
      }
    }),

    route(getTask, { scope: 'drive' }, async ({ user, params }) =>
      toTask(await tasks.get(user.sub, params.id)),
    ),

    route(undoTask, { scope: 'drive' }, async ({ user, params, request }) => {
      const key = header(request, headers.idempotencyKey)
      return toTask(await tasks.begin(user.sub, 'undo', { taskId: params.id }, key))
    }),

    route(cancelTask, { scope: 'drive' }, async ({ user, params }) =>
      toTask(await tasks.cancel(user.sub, params.id)),
    ),
  ]
}
