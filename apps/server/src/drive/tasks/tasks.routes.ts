import { cancelTask, getTask, listTasks } from '@awan/protocol/drive'
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

    route(cancelTask, { scope: 'drive' }, async ({ user, params }) =>
      toTask(await tasks.cancel(user.sub, params.id)),
    ),
  ]
}
