import { join } from 'node:path'
import { openBlobStore } from '../../blobs/open-blob-store.ts'
import { openDatabase } from '../../db/open-database.ts'
import { systemClock } from '../../kernel/clock.ts'
import { systemRandom } from '../../kernel/id.ts'
import type { Drives } from '../access/drives.ts'

import { createDrives } from '../drives/drives.ts'
import { createTaskKinds } from '../join-tasks.ts'
import { receivingNothing } from '../receiving-nothing.ts'
import { everybody } from '../testing-access.ts'
import { die } from '../testing-die.ts'
import { TaskRunner } from './task-runner.ts'

// Works on the tasks that it finds and kills its own process with SIGKILL: in the step of that number,
// when its work is done and not yet durable, or just after it.

const [folder = '', moment = '', number = ''] = process.argv.slice(2)
const db = await openDatabase({ kind: 'sqlite', path: join(folder, 'awan.sqlite') })
const blobs = await openBlobStore({ kind: 'disk', path: join(folder, 'blobs') })
const parts = { db, blobs, clock: systemClock, random: systemRandom, people: everybody }
const own = createDrives(parts)

let steps = 0
const drives: Drives = {
  ...own,
  async transact(access, work) {
    const outcome = await own.transact(access, async (transaction) => {
      const result = await work(transaction)
      steps++
      if (moment === 'in' && steps === Number(number)) await die()
      return result
    })
    if (moment === 'after' && steps === Number(number)) await die()
    return outcome
  },
}

await new TaskRunner({
  ...parts,
  drives,
  kinds: createTaskKinds({ ...parts, drives, receiving: receivingNothing({ ...parts, drives }) }),
}).run()
