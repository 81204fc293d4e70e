import type { Reader } from '../../db/database.ts'
import type { SessionRow } from '../../db/tables.ts'

/** Those that a refresh token can still renew; last seen first. Looks at all that the person has had. */
export function selectOpenSessions(
  reader: Reader,
  sub: string,
  { seenAfter, limit }: { seenAfter: number; limit: number },
): Promise<SessionRow[]> {
  return reader
    .selectFrom('sessions')
    .selectAll()
    .where('sub', '=', sub)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', seenAfter)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Whether a person has had more than so many: by the index alone. */
export async function hasMoreSessionsThan(
  reader: Reader,
  sub: string,
  count: number,
): Promise<boolean> {
  const found = await reader
    .selectFrom('sessions')
    .select('id')
    .where('sub', '=', sub)
    .orderBy('id')
    .limit(1)
    .offset(count)
    .executeTakeFirst()
  return found !== undefined
}

/** The next ones after an id, the oldest first. */
export function selectSessionsForExport(
  reader: Reader,
  sub: string,
  { after, limit }: { after: string; limit: number },
) {
  return reader
    .selectFrom('sessions')
    .select(['id', 'client_id', 'scope', 'device_id', 'device_name', 'user_agent'])
    .select(['created_at', 'last_seen_at', 'ended_at'])
    .where('sub', '=', sub)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}
