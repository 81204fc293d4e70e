import { type Change, followChanges, listChanges } from '@awan/protocol/drive'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import type { ToFile } from '../access/seen-node.ts'
import type { ChangedNode } from './follow-changes.ts'
import type { Following } from './following.ts'

export function changeRoutes({ follow, events }: Following): DriveRoute[] {
  return [
    driveRoute(listChanges, 'view', async ({ access, toFile, query, reply, recheck }) => {
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const page = await follow(access, {
        cursor: query.cursor,
        size: query.page_size,
        waitMs: query.wait * 1000,
        signal: gone.signal,
      })
      // Whoever has lost their session meanwhile learns nothing more.
      if (query.wait > 0) await recheck()
      return {
        changes: page.changes.map((change) => toChange(change, toFile)),
        cursor: page.cursor,
        has_more: page.hasMore,
        seq: page.seq,
      }
    }),

    driveRoute(followChanges, 'view', async ({ access, request, reply, recheck }) => {
      reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        // nginx would gather events into larger pieces.
        .header('x-accel-buffering', 'no')
      if (request.method === 'HEAD') return reply.send()
      const stream = await events.open(access, recheck)
      reply.raw.once('close', () => stream.destroy())
      return reply.send(stream)
    }),
  ]
}

function toChange({ id, seq, node }: ChangedNode, toFile: ToFile): Change {
  return node ? { id, seq, file: toFile(node) } : { id, seq, deleted: true }
}
