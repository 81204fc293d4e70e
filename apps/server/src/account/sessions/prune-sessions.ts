import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { deleteOldSessions } from './sessions.store.ts'
import { ABSOLUTE_MS } from './sessions.ts'

/** How long an ended session is remembered, so that its device is not taken for a new one. */
const KEEP_MS = 90 * 24 * 3600 * 1000
const BATCH = 500

/** Small batches, so that a sign-in meanwhile waits for one of them at most. */
export async function pruneSessions(db: Database, clock: Clock): Promise<void> {
  const endedBefore = clock.now() - KEEP_MS
  const old = { endedBefore, createdBefore: endedBefore - ABSOLUTE_MS, limit: BATCH }
  let deleted: number
  do {
    deleted = await db.write((writer) => deleteOldSessions(writer, old))
  } while (deleted === BATCH)
}
