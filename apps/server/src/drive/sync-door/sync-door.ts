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
import { findChunkRoot, findFileRoot, SYNC_ROOT } from './sync-path.ts'

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
          const toFiles = findFileRoot(caller)
          const toChunks = findChunkRoot(caller)
          const isChunk = toChunks(withoutQuery(request.url)) !== undefined
          return answer(request, reply, {
            caller,
            methods: isChunk ? forChunks : forFiles,
            findRoot: isChunk ? toChunks : toFiles,
            findFileRoot: toFiles,
            replacedStatus: 201,
          })
        },
      }
    },
  }
}
