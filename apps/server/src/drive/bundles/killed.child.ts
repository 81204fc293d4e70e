import { join } from 'node:path'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { openDiskBlobStore } from '../../blobs/disk.ts'
import { openDatabase } from '../../db/open-database.ts'
import { systemClock } from '../../kernel/clock.ts'
import { systemRandom } from '../../kernel/id.ts'

import { createDrives } from '../drives/drives.ts'

import { createOwnDrive } from '../drives/own-drive.ts'
import { someBytes } from '../test-bytes.ts'
import { everybody, ownAccess } from '../testing-access.ts'
import { die } from '../testing-die.ts'
import { createBundles } from './bundles.ts'
import { packBundle, sentBundle } from './testing.ts'

// Bundles one after the other in a process that kills itself with SIGKILL at the moment that its
// arguments name. It prints the number of each bundle when it is answered.

const [folder = '', moment] = process.argv.slice(2)
const db = await openDatabase({ kind: 'sqlite', path: join(folder, 'awan.sqlite') })
const blobs = await openDiskBlobStore({ path: join(folder, 'blobs') })

let sealed = 0
const dying: BlobStore = new Proxy(blobs, {
  get(target, name) {
    const value = Reflect.get(target, name, target)
    if (typeof value !== 'function') return value
    return async (...args: unknown[]) => {
      const outcome = await value.apply(target, args)
      // The second bundle has stored its first large content, and no row speaks of it.
      if (name === 'seal' && ++sealed > 2 && moment === 'stored') await die()
      return outcome
    }
  },
})

const parts = { blobs: dying, clock: systemClock, random: systemRandom }
const drives = createDrives({ ...parts, db, people: everybody })
const ownDrive = createOwnDrive({ ...parts, db, defaultQuotaBytes: undefined })
const ana = await ownAccess(ownDrive, 'ana')
const bundles = createBundles({ ...parts, drives })

for (let number = 1; number <= 2; number++) {
  const contents = [100, 40_000, 2_000, 50_000].map((size) => someBytes(size, number))
  const entries = contents.map(({ length: size }) => ({ path: `${number}/${size}`, size }))
  await bundles.receive(ana, sentBundle(packBundle({ entries }, contents)))
  await new Promise<void>((printed) => process.stdout.write(`${number}`, () => printed()))
}
await die()
