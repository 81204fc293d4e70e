import { join } from 'node:path'
import { BLOCK_BYTES } from '@awan/protocol'
import { openDiskBlobStore } from '../../blobs/disk.ts'
import { openDatabase } from '../../db/open-database.ts'
import { systemClock } from '../../kernel/clock.ts'
import { systemRandom } from '../../kernel/id.ts'

import { createDrives } from '../drives/drives.ts'

import { createOwnDrive } from '../drives/own-drive.ts'
import { chunked, haltingSender, someBytes, UPLOAD_TTL_MS } from '../test-bytes.ts'
import { everybody, ownAccess } from '../testing-access.ts'
import { die } from '../testing-die.ts'
import { createUploads, type Uploads } from '../uploads/uploads.ts'
import type { Concat } from './concat.ts'
import { createTus } from './tus.ts'

// A tus upload that kills its own process with SIGKILL at the moment that its arguments name. It prints
// the id of each upload as soon as there is one.

const [folder = '', moment] = process.argv.slice(2)
const db = await openDatabase({ kind: 'sqlite', path: join(folder, 'awan.sqlite') })
const blobs = await openDiskBlobStore({ path: join(folder, 'blobs') })

const parts = { db, blobs, clock: systemClock, random: systemRandom }
const drives = createDrives({ ...parts, people: everybody })
const ownDrive = createOwnDrive({ ...parts, defaultQuotaBytes: undefined })
const ana = await ownAccess(ownDrive, 'ana')
const uploads = createUploads({ ...parts, drives, uploadTtlMs: UPLOAD_TTL_MS })
let isJoining = false
const dying: Uploads = {
  ...uploads,
  async create(...args) {
    const upload = await uploads.create(...args)
    await new Promise<void>((printed) => process.stdout.write(`${upload.id} `, () => printed()))
    return upload
  },
  async receive(...args) {
    const missing = await uploads.receive(...args)
    if (moment === (isJoining ? 'parts copied' : 'block stored')) await die()
    return missing
  },
  async commit(...args) {
    const node = await uploads.commit(...args)
    if (moment === 'committed') await die()
    return node
  },
  abort: (...args) => (moment === 'parts joined' ? die() : uploads.abort(...args)),
}
const tus = createTus({ ...parts, drives, uploads: dying, uploadTtlMs: UPLOAD_TTL_MS })

const bytes = someBytes(2 * BLOCK_BYTES + 500)
const metadata = `filename ${btoa('a.bin')}`
const begin = async (sizeBytes: number | undefined, concat: Concat) =>
  (await tus.create(ana, { sizeBytes, metadata, concat })).upload.id
const append = (id: string, offset: number, body: ReturnType<typeof chunked>) =>
  tus.append(ana, id, { offset, body, checksum: undefined })

if (moment?.startsWith('parts')) {
  const ids: string[] = []
  for (const part of [bytes.subarray(0, BLOCK_BYTES + 7), bytes.subarray(BLOCK_BYTES + 7)]) {
    const id = await begin(part.length, { kind: 'partial' })
    await append(id, 0, chunked(part))
    ids.push(id)
  }
  isJoining = true
  await begin(undefined, { kind: 'final', ids })
}
const id = await begin(bytes.length, { kind: 'whole' })
await append(id, 0, chunked(bytes.subarray(0, 1000)))
if (moment === 'piece kept') await die()
if (moment === 'amid a request') {
  const sender = haltingSender(bytes.subarray(1000, 1000 + BLOCK_BYTES))
  void append(id, 1000, sender.bytes)
  await sender.taken
  await die()
}
await append(id, 1000, chunked(bytes.subarray(1000)))
