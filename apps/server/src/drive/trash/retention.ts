import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import { systemAccess } from '../access/access.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { findNextTrash } from './purge.store.ts'

interface Parts {
  db: Database
  clock: Clock
  tasks: Tasks
  /** How long things stay in the trash. */
  trashTtlMs: number
}

export function trashChores(parts: Parts): Chore[] {
  return [{ name: 'empty old trash', everyMs: HOUR_MS, run: () => emptyOldTrash(parts) }]
}

/** One task for each drive that has something to go; who empties it otherwise needs none. */
async function emptyOldTrash({ db, clock, tasks, trashTtlMs }: Parts): Promise<void> {
  const until = Math.floor((clock.now() - trashTtlMs) / HOUR_MS) * HOUR_MS
  let driveId = ''
  for (;;) {
    const next = await db.read((reader) => findNextTrash(reader, driveId))
    if (!next) return
    driveId = next.driveId
    if (next.oldest > until) continue
    const access = systemAccess(driveId)
    const open = await tasks.list(access, { state: 'open', size: 100, token: undefined })
    if (open.tasks.some(({ kind }) => kind === 'empty')) continue
    // The key keeps a second server from beginning the same.
    await tasks.begin(access, 'empty', { until }, `trash until ${until}`)
  }
}

const HOUR_MS = 3_600_000
