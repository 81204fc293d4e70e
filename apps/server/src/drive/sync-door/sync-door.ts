import type { Door } from '../../http/mount-doors.ts'
import type { Chunks } from '../chunks/chunks.ts'
import type { CallsPerMinute } from '../limits/limit-calls.ts'
import type { Lists } from '../lists/lists.ts'
import type { DavParts } from '../webdav/dav-call.ts'
import { type DavGuards, signInWithPassword } from '../webdav/dav-caller.ts'
import { withoutQuery } from '../webdav/dav-path.ts'
import { createAnswerCall, describe, fileMethods } from '../webdav/methods.ts'
import { replyDavError } from '../webdav/reply-dav-error.ts'
import { chunkMethods } from './chunk-methods.ts'
import { createReport } from './report.ts'
import { findChunkRoot, findFileRoot, findTrashRoot, SYNC_ROOT } from './sync-path.ts'
import { trashMethods } from './trash-methods.ts'

export interface SyncDoorOptions extends DavParts {
  chunks: Chunks
  lists: Lists
  callsPerMinute?: CallsPerMinute | undefined
}

/**
 * The same files and the same methods for clients that sync: below the paths that they know, by app
 * passwords alone, and with files in pieces.
 */
export function createSyncDoor({ callsPerMinute, chunks, lists, ...parts }: SyncDoorOptions): {
  openDoor(guards: DavGuards): Door
} {
  const forChunks = chunkMethods(chunks)
  const forFiles = new Map([...fileMethods, ['REPORT', createReport(lists)]])
  const forTrash = trashMethods(lists)
  return {
    openDoor(guards) {
      const answer = createAnswerCall(parts, guards, callsPerMinute)
      return {
        path: SYNC_ROOT,
        methods: ['OPTIONS', 'POST', 'PATCH', ...forFiles.keys()],
        replyError: replyDavError,

        async handle(request, reply) {
          if (request.method === 'OPTIONS') return describe(reply)
          const caller = await signInWithPassword(guards, request)
          const path = withoutQuery(request.url)
          const findFiles = findFileRoot(caller)
          const rooms = [
            { methods: forChunks, findRoot: findChunkRoot(caller), findFileRoot: findFiles },
            { methods: forTrash, findRoot: findTrashRoot(caller) },
          ]
          const room = rooms.find(({ findRoot }) => findRoot(path) !== undefined) ?? {
            methods: forFiles,
            findRoot: findFiles,
          }
          return answer(request, reply, { caller, ...room, replacedStatus: 201 })
        },
      }
    },
  }
}
