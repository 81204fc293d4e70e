import { buffer } from 'node:stream/consumers'
import { BLOCK_BYTES } from '@awan/protocol'
import { describe, expect, test } from 'vitest'
import { openTestDiskStore } from '../../blobs/testing.ts'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import {
  haltingSender,
  joinDrive,
  newUpload,
  refusal,
  sendAll,
  sent,
  someBytes,
  type TestDrive,
} from '../testing.ts'
import { CLAIM_MS } from './block-claim.ts'
import { parseText } from './block-ranges.ts'

/** What a sender says before its first byte. */
const HALF = { sizeBytes: 2 * BLOCK_BYTES }

async function begin(openDatabase: () => Promise<Database>, bytes: Buffer) {
  const drive = joinDrive(await openDatabase(), await openTestDiskStore(), { stallMs: 50 })
  const { id } = await drive.uploads.create('ana', newUpload('a.bin', bytes))
  return { ...drive, id }
}

function claims({ db }: TestDrive) {
  return db.read((reader) => reader.selectFrom('upload_claims').select('id').execute())
}

async function missing({ uploads }: TestDrive, id: string) {
  return parseText((await uploads.get('ana', id)).missing)
}

async function finish(drive: TestDrive, id: string): Promise<Buffer> {
  const { id: nodeId } = await drive.uploads.commit('ana', id, 'fail')
  return buffer(await (await drive.downloads.open('ana', nodeId)).read())
}

onEachDatabase((openDatabase, kind) => {
  if (kind === 'sqlite') {
    test('a block that two requests sent with different bytes is missing again', async () => {
      const bytes = someBytes(1000)
      const one = await begin(openDatabase, bytes)
      const two = joinDrive(one.db, one.blobs, { clock: one.clock })
      const [a, b] = [haltingSender(bytes.subarray(0, 500)), haltingSender(someBytes(500, 2))]
      const puts = [
        one.uploads.receive('ana', one.id, sent(0, a.bytes)),
        refusal(two.uploads.receive('ana', one.id, sent(0, b.bytes))),
      ] as const
      // Both have looked by now and found the block missing.
      await Promise.all([a.taken, b.taken])
      a.goOn(bytes.subarray(500))
      expect(await puts[0]).toEqual([])
      b.goOn(someBytes(500, 3))
      expect(await puts[1]).toBe('aborted')
      expect(await missing(one, one.id)).toEqual([[0, 0]])
      await sendAll(one.uploads, 'ana', one.id, bytes)
      expect(bytes.equals(await finish(one, one.id))).toBe(true)
    })
    return
  }

  describe('uploads to several processes', () => {
    test('of two processes that receive the same block one writes it, and the other compares its bytes', async () => {
      const bytes = someBytes(1000)
      const one = await begin(openDatabase, bytes)
      const two = joinDrive(one.db, one.blobs, { clock: one.clock })
      const slow = haltingSender(bytes.subarray(0, 500))
      const first = one.uploads.receive('ana', one.id, sent(0, slow.bytes))
      await slow.taken
      const same = two.uploads.receive('ana', one.id, sent(0, bytes))
      const other = refusal(two.uploads.receive('ana', one.id, sent(0, someBytes(1000, 2))))
      slow.goOn(bytes.subarray(500))
      expect(await first).toEqual([])
      expect(await same).toEqual([])
      expect(await other).toBe('data_loss')
      expect(bytes.equals(await finish(one, one.id))).toBe(true)
      expect(await claims(one)).toEqual([])
    })

    test('a stalled process loses its claim to another and writes nothing more', async () => {
      const bytes = someBytes(1000)
      const one = await begin(openDatabase, bytes)
      const two = joinDrive(one.db, one.blobs, { clock: one.clock })
      const slow = haltingSender(someBytes(500, 2))
      const first = refusal(one.uploads.receive('ana', one.id, sent(0, slow.bytes)))
      await slow.taken
      one.clock.advance(CLAIM_MS)
      expect(await two.uploads.receive('ana', one.id, sent(0, bytes))).toEqual([])
      slow.goOn(someBytes(500, 3))
      expect(await first).toBe('aborted')
      expect(bytes.equals(await finish(two, one.id))).toBe(true)
      expect(await claims(one)).toEqual([])
    })

    test('blocks that no other request sends do not wait', async () => {
      const bytes = someBytes(4 * BLOCK_BYTES)
      const one = await begin(openDatabase, bytes)
      const two = joinDrive(one.db, one.blobs, { clock: one.clock })
      const slow = haltingSender(bytes.subarray(0, 500))
      const first = refusal(one.uploads.receive('ana', one.id, { ...sent(0, slow.bytes), ...HALF }))
      await slow.taken
      await two.uploads.receive('ana', one.id, sent(2, bytes.subarray(2 * BLOCK_BYTES)))
      expect(await missing(two, one.id)).toEqual([[0, 1]])
      slow.cut()
      expect(await first).toBe('cancelled')
      expect(await claims(one)).toEqual([])
      await sendAll(two.uploads, 'ana', one.id, bytes)
      expect(bytes.equals(await finish(two, one.id))).toBe(true)
    })
  })
})
