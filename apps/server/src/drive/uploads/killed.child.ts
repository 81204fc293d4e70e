import { join } from 'node:path'
import { BLOCK_BYTES } from '@awan/protocol'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { openDiskBlobStore } from '../../blobs/disk.ts'
import { openDatabase } from '../../db/open-database.ts'
import { systemClock } from '../../kernel/clock.ts'
import { systemRandom } from '../../kernel/id.ts'

import { createDrives } from '../drives/drives.ts'

import { createOwnDrive } from '../drives/own-drive.ts'
import { chunked, haltingSender, newUpload, someBytes, UPLOAD_TTL_MS } from '../test-bytes.ts'
import { everybody, ownAccess } from '../testing-access.ts'
import { die } from '../testing-die.ts'
import { createUploads } from './uploads.ts'

// An upload that kills its own process with SIGKILL at the moment that its arguments name. It prints
// the id of the upload as soon as there is one.

const [folder = '', moment] = process.argv.slice(2)
const db = await openDatabase({ kind: 'sqlite', path: join(folder, 'awan.sqlite') })
const blobs = await openDiskBlobStore({ path: join(folder, 'blobs') })

const dying: BlobStore = new Proxy(blobs, {
  get(target, name) {
    const value = Reflect.get(target, name, target)
    if (typeof value !== 'function') return value
    const diesHere =
      (name === 'create' && moment === 'created') || (name === 'seal' && moment === 'sealed')
    return (...args: unknown[]) => {
      const outcome = value.apply(target, args)
      return diesHere ? Promise.resolve(outcome).then(die) : outcome
    }
  },
})

const parts = { db, blobs: dying, clock: systemClock, random: systemRandom }
const drives = createDrives({ ...parts, people: everybody })
const ownDrive = createOwnDrive({ ...parts, defaultQuotaBytes: undefined })
const ana = await ownAccess(ownDrive, 'ana')
const uploads = createUploads({ ...parts, drives, uploadTtlMs: UPLOAD_TTL_MS })

const bytes = someBytes(4 * BLOCK_BYTES)
const { id } = await uploads.create(ana, newUpload('a', bytes))
await new Promise<void>((printed) => process.stdout.write(id, () => printed()))
const half = 2 * BLOCK_BYTES
const request = (first: number, sender: ReturnType<typeof chunked>) =>
  uploads.receive(ana, id, { first, bytes: sender, sizeBytes: half, hashes: undefined })

await request(0, chunked(bytes.subarray(0, half)))
if (moment === 'second request') {
  const sender = haltingSender(bytes.subarray(half, half + BLOCK_BYTES + 1))
  void request(2, sender.bytes)
  await sender.taken
  await die()
}
await request(2, chunked(bytes.subarray(half)))
await uploads.commit(ana, id, 'fail')
