import type { Database } from '../../db/database.ts'
import type { Door } from '../../http/mount-doors.ts'
import type { Chunks } from '../chunks/chunks.ts'
import type { CallsPerMinute } from '../limits/limit-calls.ts'
import type { Lists } from '../lists/lists.ts'
import type { Search } from '../search/search.ts'
import type { SearchEverywhere } from '../search/search-everywhere.ts'
import type { Versions } from '../versions/versions.ts'
import type { DavParts } from '../webdav/dav-call.ts'
import { type DavGuards, signInWithPassword } from '../webdav/dav-caller.ts'
import { withoutQuery } from '../webdav/dav-path.ts'
import { createAnswerCall, describe, fileMethods } from '../webdav/methods.ts'
import { replyDavError } from '../webdav/reply-dav-error.ts'
import { chunkMethods } from './chunk-methods.ts'
import { createReport } from './report.ts'
import { createSearchMethod, findSearchRoot } from './search-method.ts'
import {
  findChunkRoot,
  findFileRoot,
  findTrashRoot,
  findVersionRoot,
  SYNC_ROOT,
} from './sync-path.ts'
import { trashMethods } from './trash-methods.ts'
import { versionMethods } from './version-methods.ts'

export interface SyncDoorOptions extends DavParts {
  chunks: Chunks
  db: Database
  lists: Lists
  searches: { search: Search; searchEverywhere: SearchEverywhere }
  versions: Versions
  callsPerMinute?: CallsPerMinute | undefined
}

/**
 * The same files and the same methods for clients that sync: below the paths that they know, by app
 * passwords alone, and with files in pieces.
 */
export function createSyncDoor({
  callsPerMinute,
  chunks,
  db,
  lists,
  searches,
  versions,
  ...parts
}: SyncDoorOptions): {
  openDoor(guards: DavGuards): Door
} {
  const forChunks = chunkMethods(chunks)
  const forFiles = new Map([...fileMethods, ['REPORT', createReport(lists)]])
  const forTrash = trashMethods(lists)
  const forVersions = versionMethods({ accesses: parts.accesses, db, versions })
  return {
    openDoor(guards) {
      const answer = createAnswerCall(parts, guards, callsPerMinute)
      const search = createSearchMethod({ db, lists, ...searches }, guards, callsPerMinute)
      const forAll = new Map([['SEARCH', search]])
      return {
        path: SYNC_ROOT,
        takesFiles: true,
        methods: ['OPTIONS', 'POST', 'PATCH', 'SEARCH', ...forFiles.keys()],
        replyError: replyDavError,

        async handle(request, reply) {
          if (request.method === 'OPTIONS') return describe(reply)
          const caller = await signInWithPassword(guards, request)
          const path = withoutQuery(request.url)
          const findFiles = findFileRoot(caller)
          const rooms = [
            { methods: forChunks, findRoot: findChunkRoot(caller), findFileRoot: findFiles },
            { methods: forAll, findRoot: findSearchRoot, findFileRoot: findFiles },
            { methods: forTrash, findRoot: findTrashRoot(caller) },
            { methods: forVersions, findRoot: findVersionRoot(caller) },
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
