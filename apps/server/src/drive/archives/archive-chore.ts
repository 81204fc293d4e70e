import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import { deleteArchive, listExpired } from './archives.store.ts'

export function archiveChore(parts: { db: Database; clock: Clock }): Chore {
  return { name: 'forget expired archives', everyMs: 3_600_000, run: () => forgetExpired(parts) }
}

async function forgetExpired({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  for (;;) {
    const expired = await db.read((reader) => listExpired(reader, clock.now(), BATCH))
    for (const archive of expired) await db.write((writer) => deleteArchive(writer, archive))
    if (expired.length < BATCH) return
  }
}

const BATCH = 100
