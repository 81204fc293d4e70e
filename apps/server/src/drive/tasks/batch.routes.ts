import { type BodyOf, headers } from '@awan/protocol'
import {
  batchCopy,
  batchDelete,
  batchMove,
  batchStar,
  batchTrash,
  batchUntrash,
  emptyTrash,
} from '@awan/protocol/drive'
import type { FastifyRequest } from 'fastify'
import { header } from '../../http/caller.ts'
import { type Route, route } from '../../http/route.ts'
import { toChosen } from './chosen-nodes.ts'
import type { Placing } from './task-inputs.ts'
import type { Tasks } from './tasks.ts'
import { toTask } from './to-task.ts'

/** What is done with many files at once: each answers the task that does it. */
export function batchRoutes(tasks: Tasks): Route[] {
  return [
    route(batchTrash, { scope: 'drive' }, async ({ user, body, request }) =>
      toTask(await tasks.begin(user.sub, 'trash', toChosen(body), keyOf(request))),
    ),

    route(batchUntrash, { scope: 'drive' }, async ({ user, body, request }) => {
      const input = { ...toChosen(body), conflict: body.conflict }
      return toTask(await tasks.begin(user.sub, 'untrash', input, keyOf(request)))
    }),

    route(batchMove, { scope: 'drive' }, async ({ user, body, request }) =>
      toTask(await tasks.begin(user.sub, 'move', toPlacing(body), keyOf(request))),
    ),

    route(batchCopy, { scope: 'drive' }, async ({ user, body, request }) =>
      toTask(await tasks.begin(user.sub, 'copy', toPlacing(body), keyOf(request))),
    ),

    route(batchStar, { scope: 'drive' }, async ({ user, body, request }) => {
      const input = { ...toChosen(body), isStarred: body.starred }
      return toTask(await tasks.begin(user.sub, 'star', input, keyOf(request)))
    }),

    route(batchDelete, { scope: 'drive' }, async ({ user, body, request }) =>
      toTask(await tasks.begin(user.sub, 'delete', toChosen(body), keyOf(request))),
    ),

    route(emptyTrash, { scope: 'drive' }, async ({ user, request }) =>
      toTask(await tasks.begin(user.sub, 'empty', {}, keyOf(request))),
    ),
  ]
}

function toPlacing(body: BodyOf<typeof batchMove>): Placing {
  return { ...toChosen(body), parentId: body.parent_id, conflict: body.conflict }
}

function keyOf(request: FastifyRequest): string | undefined {
  return header(request, headers.idempotencyKey)
}
