import { join } from 'node:path'
import { openBlobStore } from '../../blobs/open-blob-store.ts'
import { openDatabase } from '../../db/open-database.ts'
import { systemClock } from '../../kernel/clock.ts'
import { systemRandom } from '../../kernel/id.ts'
import { createAccesses } from '../access/accesses.ts'
import type { Drives } from '../access/drives.ts'
import { createDownloads } from '../downloads/downloads.ts'
import { createDrives } from '../drives/drives.ts'
import { createOwnDrive } from '../drives/own-drive.ts'
import { createTaskKinds } from '../join-tasks.ts'
import { receivingNothing } from '../receiving-nothing.ts'
import { TaskRunner } from '../tasks/task-runner.ts'
import { LINK_KEY, UPLOAD_TTL_MS } from '../test-bytes.ts'
import { everybody } from '../testing-access.ts'
import { die } from '../testing-die.ts'
import { createUploads } from '../uploads/uploads.ts'
import { extractFiles } from './extract-files.ts'

// Extracts what the tasks that it finds ask for and kills its own process with SIGKILL: in the step of that number,
// when its work is done and not yet durable, or just after it; or when an upload is created, received or sealed, or a
// blob is sealed, for the time of that number.

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
countCalls(uploads, ['create', 'receive', 'seal'], '')
countCalls(blobs, ['seal'], 'blob ')

function countCalls<T extends object>(service: T, names: (keyof T & string)[], kind: string): void {
  for (const name of names) {
    const work = (service[name] as (...args: unknown[]) => Promise<unknown>).bind(service)
    Object.assign(service, {
      async [name](...args: unknown[]) {
        const result = await work(...args)
        await count(kind + name)
        return result
      },
    })
  }
}

async function count(what: string): Promise<void> {
  const times = (counts.get(what) ?? 0) + 1
  counts.set(what, times)
  if (moment === what && times === Number(number)) await die()
}

const accesses = createAccesses({
  ...parts,
  ownDrive: createOwnDrive({ ...parts, defaultQuotaBytes: undefined }),
})
const downloads = createDownloads({ ...parts, drives, accesses, linkKey: LINK_KEY })
const extract = extractFiles({ ...parts, uploads, downloads, partMs: 0 })
await new TaskRunner({
  ...parts,
  drives,
  kinds: createTaskKinds({
    ...parts,
    drives,
    receiving: { ...receivingNothing({ ...parts, drives }), extract },
  }),
}).run()
// The work has fewer moments than that: the end is told from a kill.
process.exit(3)
