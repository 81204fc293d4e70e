import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { deleteCodesExpiredBefore } from './codes.store.ts'

/** Used codes stay for a day, so that one that comes again is still recognised. */
export async function removeOldCodes(db: Database, clock: Clock): Promise<void> {
  await db.write((writer) => deleteCodesExpiredBefore(writer, clock.now() - DAY_MS))
}

const DAY_MS = 86_400_000
