import type { Database } from '../../db/database.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import type { Drives } from '../drives/drives.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { deleteText, deleteTextTerms, findGone, findNextWaiting } from './texts.store.ts'

interface Parts {
  db: Database
  drives: Drives
  tasks: Tasks
}

export function textChores(parts: Parts): Chore[] {
  return [
    { name: 'index texts', everyMs: MINUTE_MS, run: () => beginTasks(parts) },
    { name: 'remove texts that are gone', everyMs: MINUTE_MS, run: () => removeGone(parts) },
  ]
}

/** One task for each drive whose texts wait; one that is under way takes what came meanwhile along. */
async function beginTasks({ db, drives, tasks }: Parts): Promise<void> {
  let driveId = ''
  for (;;) {
    const next = await db.read((reader) => findNextWaiting(reader, driveId))
    if (next === undefined) return
    driveId = next
    const owner = await drives.read(driveId, async (_reader, drive) => drive.owner_sub)
    const open = await tasks.list(owner, { state: 'open', size: 100, token: undefined })
    if (open.tasks.some(({ kind }) => kind === 'index')) continue
    await tasks.begin(owner, 'index', {})
  }
}

async function removeGone({ db }: Parts): Promise<void> {
  for (;;) {
    const gone = await db.read((reader) => findGone(reader))
    if (!gone) return
    const terms = gone.terms.split(' ').slice(1)
    for (let at = 0; at < terms.length; at += BATCH) {
      const some = terms.slice(at, at + BATCH)
      await db.write((writer) => deleteTextTerms(writer, gone, some))
    }
    await db.write((writer) => deleteText(writer, gone))
  }
}

const MINUTE_MS = 60_000
const BATCH = 500
