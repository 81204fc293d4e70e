import { ServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Database } from '../../db/database.ts'
import type { Door } from '../../http/mount-doors.ts'
import { type DavGuards, signInWithPassword } from '../webdav/dav-caller.ts'
import { decode, withoutQuery } from '../webdav/dav-path.ts'
import { replyDavError } from '../webdav/reply-dav-error.ts'

const PATH = '/index.php/avatar'

/** Leads to the picture that somebody has set; clients draw the first letters of a name where there is none. */
export function createAvatarDoor(
  { db, people }: { db: Database; people: Pick<PeopleDirectory, 'describePeople' | 'isActive'> },
  guards: DavGuards,
): Door {
  return {
    path: PATH,
    methods: ['GET', 'HEAD'],
    replyError: replyDavError,

    async handle(request, reply) {
      await signInWithPassword(guards, request)
      const [, encoded = ''] =
        /\/avatar\/+([^/]+)(?:\/+\d{1,5}(?:\/dark)?)?\/*$/.exec(withoutQuery(request.url)) ?? []
      const sub = decode(encoded)
      const picture = await db.read(async (reader) => {
        if (!(await people.isActive(reader, sub))) return null
        const [person] = await people.describePeople(reader, [sub])
        return person?.picture ?? null
      })
      // Nobody is sent to another server with their password.
      if (picture === null || !/^\/(?!\/)/.test(picture)) {
        throw new ServiceError('not_found', { description: 'there is no picture of this person' })
      }
      return reply.code(302).header('cache-control', 'no-store').header('location', picture).send()
    },
  }
}
