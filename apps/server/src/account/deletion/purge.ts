import type { Database } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { EventLog } from '../events/events.ts'
import { leaveAllGroups } from '../groups/groups.ts'
import type { Notices } from '../notices/notices.ts'
import type { AccountFiles } from '../users/account-files.ts'
import { deleteUser, lockUser, selectDueForDeletion } from '../users/users.ts'

const BATCH = 50

export interface PurgeParts {
  db: Database
  clock: Clock
  events: EventLog
  notices: Notices
  accountFiles: readonly AccountFiles[]
  log: Log | undefined
}

/**
 * Removes everybody whose time is over: first what they have elsewhere, then their row and by it
 * all that the account holds. Killed in between, it begins again; from the due time on nobody can
 * restore the account any more.
 */
export function createPurge(parts: PurgeParts): () => Promise<void> {
  const { db, clock, events, notices, accountFiles, log } = parts

  async function purge({ sub }: UserRow): Promise<void> {
    for (const { remove } of accountFiles) await remove(sub)
    await db.write(async (writer) => {
      const user = await lockUser(writer, sub)
      if (user?.status !== 'DELETING') return
      await notices.queueMail(writer, { kind: 'accountDeleted' }, user)
      await leaveAllGroups(writer, sub)
      await events.forget(writer, sub)
      await deleteUser(writer, sub)
      // All that is left: that there was an account, and that it is gone.
      await events.record(writer, { type: 'account.deleted', sub })
    })
  }

  return async () => {
    for (;;) {
      const due = await db.read((reader) => selectDueForDeletion(reader, clock.now(), BATCH))
      let purged = 0
      for (const user of due) {
        try {
          await purge(user)
          purged++
        } catch (err) {
          log?.error(
            { err, sub: user.sub },
            'an account could not be purged and will be tried again',
          )
        }
      }
      if (due.length < BATCH || purged === 0) return
    }
  }
}
