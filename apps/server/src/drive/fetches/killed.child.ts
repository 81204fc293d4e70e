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
import { UPLOAD_TTL_MS } from '../test-bytes.ts'
import { everybody } from '../testing-access.ts'
import { die } from '../testing-die.ts'
import { createUploads } from '../uploads/uploads.ts'
import { createFetches } from './fetches.ts'
import { fetchFromHere } from './testing.ts'

// Fetches what the tasks that it finds ask for and kills its own process with SIGKILL: in the step of that number,
// when its work is done and not yet durable, or just after it; or when an upload is created, grown, received or
// sealed for the time of that number.

const [folder = '', moment = '', number = ''] = process.argv.slice(2)
const db = await openDatabase({ kind: 'sqlite', path: join(folder, 'awan.sqlite') })
const blobs = await openBlobStore({ kind: 'disk', path: join(folder, 'blobs') })
const parts = { db, blobs, clock: systemClock, random: systemRandom, people: everybody }
const own = createDrives(parts)
const counts = new Map<string, number>()

const drives: Drives = {
  ...own,
  async transact(access, work) {
    const outcome = await own.transact(access, async (transaction) => {
      const result = await work(transaction)
      await count('in')
      return result
    })
    await count('after')
    return outcome
  },
}
const uploads = createUploads({ ...parts, drives, uploadTtlMs: UPLOAD_TTL_MS })
for (const name of ['create', 'grow', 'receive', 'seal'] as const) {
  const work = uploads[name] as (...args: unknown[]) => Promise<unknown>
  Object.assign(uploads, {
    async [name](...args: unknown[]) {
      const result = await work(...args)
      await count(name)
      return result
    },
  })
}

async function count(what: string): Promise<void> {
  const times = (counts.get(what) ?? 0) + 1
  counts.set(what, times)
  if (moment === what && times === Number(number)) await die()
}

const { kind: fetch } = createFetches({
  ...parts,
  uploads,
  fetching: fetchFromHere(parts),
  partMs: 20,
  retryMs: 1,
})
await new TaskRunner({
  ...parts,
  drives,
  kinds: createTaskKinds({
    ...parts,
    drives,
    receiving: { ...receivingNothing({ ...parts, drives }), fetch },
  }),
}).run()
// The work has fewer moments than that: the end is told from a kill.
process.exit(3)
