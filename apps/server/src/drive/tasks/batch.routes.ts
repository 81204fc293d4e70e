import { type BodyOf, headers } from '@awan/protocol'
import {
  batchCopy,
  batchDelete,
  batchMove,
  batchRename,
  batchStar,
  batchTag,
  batchTrash,
  batchUntrash,
  emptyTrash,
} from '@awan/protocol/drive'
import type { FastifyRequest } from 'fastify'
import { header } from '../../http/caller.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import { toChosen } from './chosen-nodes.ts'
import type { Placing } from './task-inputs.ts'
import type { Tasks } from './tasks.ts'
import { toTask } from './to-task.ts'

/** What is done with many files at once: each answers the task that does it. */
export function batchRoutes(tasks: Tasks): DriveRoute[] {
  return [
    driveRoute(batchTrash, 'edit', async ({ access, body, request }) =>
      toTask(await tasks.begin(access, 'trash', toChosen(body), keyOf(request))),
    ),

    driveRoute(batchUntrash, 'edit', async ({ access, body, request }) => {
      const input = { ...toChosen(body), conflict: body.conflict }
      return toTask(await tasks.begin(access, 'untrash', input, keyOf(request)))
    }),

    driveRoute(batchMove, 'edit', async ({ access, body, request }) =>
      toTask(await tasks.begin(access, 'move', toPlacing(body), keyOf(request))),
    ),

    // Copies take no room of a link's limit, which counts bytes that are sent.
    driveRoute(
      batchCopy,
      'add',
      async ({ access, body, request }) =>
        toTask(await tasks.begin(access, 'copy', toPlacing(body), keyOf(request))),
      { forPeople: true },
    ),

    driveRoute(
      batchStar,
      'view',
      async ({ access, body, request }) => {
        const input = { ...toChosen(body), isStarred: body.starred }
        return toTask(await tasks.begin(access, 'star', input, keyOf(request)))
      },
      { changes: true, forPeople: true },
    ),

    driveRoute(batchTag, 'edit', async ({ access, body, request }) => {
      const { add, remove } = body
      const input = { ...toChosen(body), add, remove }
      return toTask(await tasks.begin(access, 'tag', input, keyOf(request)))
    }),

    driveRoute(batchRename, 'edit', async ({ access, body, request }) =>
      toTask(await tasks.begin(access, 'rename', { names: body.renames }, keyOf(request))),
    ),

    driveRoute(batchDelete, 'own', async ({ access, body, request }) =>
      toTask(await tasks.begin(access, 'delete', toChosen(body), keyOf(request))),
    ),

    driveRoute(emptyTrash, 'own', async ({ access, request }) =>
      toTask(await tasks.begin(access, 'empty', {}, keyOf(request))),
    ),
  ]
}

export function toPlacing(body: BodyOf<typeof batchMove>): Placing {
  return { ...toChosen(body), parentId: body.parent_id, conflict: body.conflict }
}

function keyOf(request: FastifyRequest): string | undefined {
  return header(request, headers.idempotencyKey)
}
