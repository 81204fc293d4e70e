import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Notices } from '../notices/notices.ts'
import { spendToken } from '../tokens/spent-tokens.ts'
import { lockUser, selectDeletedWithin } from '../users/users.ts'

const REMINDER_MS = 3 * 24 * 3600_000
const BATCH = 50

/**
 * Reminds everybody once, some days before their account is purged. That it was done is written
 * with the mail: killed in between, or in two processes at once, nobody hears of it twice or never.
 */
export function createRemindOfDeletion({
  db,
  clock,
  notices,
  graceMs,
}: {
  db: Database
  clock: Clock
  notices: Notices
  graceMs: number
}): () => Promise<void> {
  async function remind(sub: string): Promise<void> {
    await db.write(async (writer) => {
      const user = await lockUser(writer, sub)
      const deletionAt = user?.deletion_due_at
      if (user?.status !== 'DELETING' || !deletionAt || deletionAt <= clock.now()) return
      if (!(await spendToken(writer, `deletion reminder ${sub} ${deletionAt}`, deletionAt))) return
      await notices.queueMail(writer, { kind: 'deletionReminder', deletionAt }, user)
    })
  }

  return async () => {
    // In a period this short the first mail is the reminder.
    if (graceMs <= REMINDER_MS) return
    const fromMs = clock.now()
    const span = { fromMs, toMs: fromMs + REMINDER_MS, limit: BATCH }
    for (let after = ''; ; ) {
      const page = await db.read((reader) => selectDeletedWithin(reader, { ...span, after }))
      for (const { sub } of page) await remind(sub)
      const last = page.at(-1)
      if (!last || page.length < BATCH) return
      after = last.sub
    }
  }
}
