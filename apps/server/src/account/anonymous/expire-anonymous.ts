import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { expireUnused } from './anonymous.store.ts'

/** An anonymous account that nobody came back to for so long is given up, with its files. */
export const ANONYMOUS_TTL_MS = 90 * 24 * 3600 * 1000
const BATCH = 500

/** The purge that follows removes them as it removes everybody whose time is over. */
export async function expireAnonymous({
  db,
  clock,
}: {
  db: Database
  clock: Clock
}): Promise<void> {
  const nowMs = clock.now()
  const unusedSince = nowMs - ANONYMOUS_TTL_MS
  for (;;) {
    const expired = await db.write((writer) =>
      expireUnused(writer, { unusedSince, nowMs, limit: BATCH }),
    )
    if (expired < BATCH) return
  }
}
