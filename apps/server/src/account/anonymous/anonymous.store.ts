import type { Writer } from '../../db/database.ts'
import { sessionsOf } from '../sessions/sessions.ts'
import { anonymousUsersQuery, deleteAtNextPurge } from '../users/users.ts'

/** Starts the deletion of anonymous accounts unused since then; returns how many. */
export function expireUnused(
  writer: Writer,
  { unusedSince, nowMs, limit }: { unusedSince: number; nowMs: number; limit: number },
): Promise<number> {
  const unused = anonymousUsersQuery(writer, unusedSince)
    .where(({ not, exists, ref }) =>
      not(
        exists(
          sessionsOf(ref('person.sub'))
            .select('sessions.id')
            .where('sessions.last_seen_at', '>=', unusedSince),
        ),
      ),
    )
    .limit(limit)
  return deleteAtNextPurge(writer, unused, nowMs)
}
