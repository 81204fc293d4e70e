import { join } from 'node:path'
import { openBlobStore } from '../../blobs/open-blob-store.ts'
import { openDatabase } from '../../db/open-database.ts'
import { systemClock } from '../../kernel/clock.ts'
import { systemRandom } from '../../kernel/id.ts'
import type { Drives } from '../access/drives.ts'
import { createDrives } from '../drives/drives.ts'
import { createTaskKinds } from '../join-tasks.ts'
import { receivingNothing } from '../receiving-nothing.ts'
import { TaskRunner } from '../tasks/task-runner.ts'
import { everybody } from '../testing-access.ts'
import { die } from '../testing-die.ts'
import { joinHandOver } from '../testing-hand-over.ts'

// Works on the tasks that it finds and kills its own process with SIGKILL: in the transaction of that number, of
// whichever drive, when its work is done and not yet durable, or just after it; or in that copy of the blob store.

const [folder = '', moment = '', number = ''] = process.argv.slice(2)
const db = await openDatabase({ kind: 'sqlite', path: join(folder, 'awan.sqlite') })
const store = await openBlobStore({ kind: 'disk', path: join(folder, 'blobs') })
const copy = store.copy.bind(store)
const counts = { transactions: 0, copies: 0 }
store.copy = async (id, toId) => {
  const copied = await copy(id, toId)
  counts.copies++
  if (moment === 'copy' && counts.copies === Number(number)) await die()
  return copied
}
const parts = { db, blobs: store, clock: systemClock, random: systemRandom, people: everybody }
const own = createDrives(parts)
const drives: Drives = {
  ...own,
  async transact(access, work) {
    const outcome = await own.transact(access, async (transaction) => {
      const result = await work(transaction)
      counts.transactions++
      if (moment === 'in' && counts.transactions === Number(number)) await die()
      return result
    })
    if (moment === 'after' && counts.transactions === Number(number)) await die()
    return outcome
  },
}

const handOver = joinHandOver({ ...parts, people: everybody, drives })
const kinds = createTaskKinds({
  ...parts,
  drives,
  handOver,
  receiving: receivingNothing({ ...parts, drives }),
})
await new TaskRunner({ ...parts, drives, kinds }).run()
// The work has fewer moments than that: the end is told from a kill.
process.exit(3)
