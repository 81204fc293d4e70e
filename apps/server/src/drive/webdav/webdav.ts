import type { Door } from '../../http/mount-doors.ts'
import type { CallsPerMinute } from '../limits/limit-calls.ts'
import type { DavParts } from './dav-call.ts'
import { type DavGuards, signIn } from './dav-caller.ts'
import { DAV_ROOT, findDavRoot } from './dav-path.ts'
import { createAnswerCall, describe, fileMethods } from './methods.ts'
import { replyDavError } from './reply-dav-error.ts'

export interface WebdavOptions extends DavParts {
  callsPerMinute?: CallsPerMinute | undefined
}

/** WebDAV (RFC 4918), class 1, 2 and 3: another way to the same files, with the same rights. */
export function createWebdav({ callsPerMinute, ...parts }: WebdavOptions): {
  openDoor(guards: DavGuards): Door
} {
  return {
    openDoor(guards) {
      const answer = createAnswerCall(parts, guards, callsPerMinute)
      return {
        path: DAV_ROOT,
        takesFiles: true,
        // Those that it does not have are refused here, with those that it has.
        methods: ['OPTIONS', 'POST', 'PATCH', ...fileMethods.keys()],
        replyError: replyDavError,
        describe,

        async handle(request, reply) {
          // Clients ask for it before they sign in.
          if (request.method === 'OPTIONS') return describe(reply)
          const caller = await signIn(guards, request)
          const at = { caller, methods: fileMethods, findRoot: findDavRoot } as const
          return answer(request, reply, { ...at, replacedStatus: 204 })
        },
      }
    },
  }
}
