import { ANONYMOUS_PREFIX } from '@awan/protocol'
import type { Writer } from '../../db/database.ts'

/** Starts the deletion of anonymous accounts unused since then; returns how many. */
export async function expireUnused(
  writer: Writer,
  { unusedSince, nowMs, limit }: { unusedSince: number; nowMs: number; limit: number },
): Promise<number> {
  const expired = await writer
    .updateTable('users')
    .set({ status: 'DELETING', deletion_due_at: nowMs, updated_at: nowMs })
    .where('sub', 'in', (query) =>
      query
        .selectFrom('users as unused')
        .select('unused.sub')
        // The range of the prefix, which the key of the table finds at once.
        .where('unused.sub', '>', ANONYMOUS_PREFIX)
        .where('unused.sub', '<', AFTER_PREFIX)
        .where('unused.status', '=', 'ACTIVE')
        .where('unused.created_at', '<', unusedSince)
        .where((user) =>
          user.not(
            user.exists(
              user
                .selectFrom('sessions')
                .select('sessions.id')
                .whereRef('sessions.sub', '=', 'unused.sub')
                .where('sessions.last_seen_at', '>=', unusedSince),
            ),
          ),
        )
        .limit(limit),
    )
    .returning('sub')
    .execute()
  return expired.length
}

/** Nothing that begins with the prefix sorts behind it. */
const AFTER_PREFIX = `${ANONYMOUS_PREFIX}~`
