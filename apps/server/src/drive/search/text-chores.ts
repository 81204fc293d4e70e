import type { Database } from '../../db/database.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import { systemAccess } from '../access/access.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { TextPrograms } from './documents/text-programs.ts'
import { readersHere } from './index-texts.ts'
import { deleteText, deleteTextTerms, findGone, findNextWaiting } from './texts.store.ts'

interface Parts {
  db: Database
  tasks: Tasks
  textPrograms: TextPrograms
}

export function textChores(parts: Parts): Chore[] {
  return [
    { name: 'index texts', everyMs: MINUTE_MS, run: () => beginTasks(parts) },
    { name: 'remove texts that are gone', everyMs: MINUTE_MS, run: () => removeGone(parts) },
  ]
}

/** One task for each drive whose texts wait; one that is under way takes what came meanwhile along. */
async function beginTasks({ db, tasks, textPrograms }: Parts): Promise<void> {
  const readers = readersHere(textPrograms)
  let driveId = ''
  for (;;) {
    const next = await db.read((reader) => findNextWaiting(reader, driveId, readers))
    if (next === undefined) return
    driveId = next
    const access = systemAccess(driveId)
    const open = await tasks.list(access, { state: 'open', size: 100, token: undefined })
    if (open.tasks.some(({ kind }) => kind === 'index')) continue
    await tasks.begin(access, 'index', {})
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
