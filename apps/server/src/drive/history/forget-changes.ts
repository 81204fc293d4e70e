import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import {
  deleteChanges,
  deleteGoneNodes,
  findChanges,
  findOldestChanges,
  type OldestChanges,
  raiseForgottenSeq,
  raiseHistoryFrom,
} from '../changes/changes.ts'
import { writeFolderSeqs } from './folder-seqs.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Who was away for longer lists anew, which is less than to be told all of it. */
export const TOLD_FOR_MS = 30 * DAY_MS
/** So long a person can look back at what was done, and at the tree as it was. */
export const KEPT_FOR_MS = 365 * DAY_MS

/** One transaction removes at most so many. */
const BATCH = 500

/** Drives are looked at a page at a time, and only those that have something old are touched. */
export function forgetChangesChore({ db, clock }: { db: Database; clock: Clock }): Chore {
  return {
    name: 'forget old changes of drives',
    everyMs: DAY_MS,
    async run() {
      const now = clock.now()
      let afterId = ''
      for (;;) {
        const page = { afterId, limit: BATCH }
        const drives = await db.readLong((reader) => findOldestChanges(reader, page))
        for (const drive of drives) {
          if (isOlder(drive.untold_at, now - TOLD_FOR_MS)) await stopTelling(drive, now)
          const historyFrom = isOlder(drive.kept_at, now - KEPT_FOR_MS)
            ? await removeKept(drive, now)
            : drive.history_from_seq
          if ((drive.gone_seq ?? Infinity) <= historyFrom) await removeGone(drive.id, historyFrom)
        }
        const last = drives.at(-1)
        if (!last || drives.length < BATCH) return
        afterId = last.id
      }
    },
  }

  async function stopTelling({ id, forgotten_seq }: OldestChanges, now: number): Promise<void> {
    for (let after = forgotten_seq; ; ) {
      const upTo = await lastOlder(id, { after, before: now - TOLD_FOR_MS })
      if (upTo === undefined) return
      await db.write((writer) => raiseForgottenSeq(writer, id, upTo))
      after = upTo
    }
  }

  /** Gives the number that the history begins at now. */
  async function removeKept(drive: OldestChanges, now: number): Promise<number> {
    const { id } = drive
    // A folder keeps the number of a change that is forgotten.
    while (await writeFolderSeqs(db, id));
    for (let historyFrom = drive.history_from_seq; ; ) {
      const upTo = await lastOlder(id, { after: -1, before: now - KEPT_FOR_MS })
      if (upTo === undefined) return historyFrom
      await db.write(async (writer) => {
        await raiseHistoryFrom(writer, id, upTo)
        await deleteChanges(writer, id, upTo)
      })
      historyFrom = Math.max(historyFrom, upTo)
    }
  }

  async function removeGone(driveId: string, upTo: number): Promise<void> {
    const batch = { upTo, limit: BATCH }
    while ((await db.write((writer) => deleteGoneNodes(writer, driveId, batch))) > 0);
  }

  /** The last of the next changes that is older. */
  async function lastOlder(
    driveId: string,
    { after, before }: { after: number; before: number },
  ): Promise<number | undefined> {
    const page = { after, limit: BATCH }
    const rows = await db.read((reader) => findChanges(reader, driveId, page))
    const firstKept = rows.findIndex(({ at }) => at >= before)
    return rows[firstKept === -1 ? rows.length - 1 : firstKept - 1]?.seq
  }
}

function isOlder(at: number | null, before: number): boolean {
  return at !== null && at < before
}
