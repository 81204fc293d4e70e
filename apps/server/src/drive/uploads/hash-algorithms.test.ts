import { BLOCK_BYTES } from '@awan/protocol'
import { Blake3Hasher, blake3 } from '@napi-rs/blake-hash'
import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import {
  blockHashes,
  contentHash,
  joinDrive,
  newUpload,
  sendAll,
  sent,
  sha256,
  someBytes,
  type TestDrive,
} from '../testing.ts'

const BYTES = someBytes(2 * BLOCK_BYTES + 5)

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())

  async function uploadWith(drive: TestDrive, name: string, hashes: string[]): Promise<string> {
    const announced = newUpload(name, BYTES, { blockHashes: hashes })
    const { id } = await drive.uploads.create('ana', announced)
    await sendAll(drive.uploads, 'ana', id, BYTES)
    return (await drive.uploads.commit('ana', id, 'fail')).hash ?? ''
  }

  test('the content hash is the BLAKE3 over the BLAKE3 of each block, and names its algorithm', async () => {
    const drive = await open()
    const whole = new Blake3Hasher()
    for (let at = 0; at < BYTES.length; at += BLOCK_BYTES) {
      whole.update(blake3(BYTES.subarray(at, at + BLOCK_BYTES)))
    }
    const file = await drive.upload('ana', 'a', BYTES)
    expect(file.hash).toBe(`b3:${whole.digest('hex')}`)
  })

  test('blocks that come last first, from two senders, give the same content hash', async () => {
    const drive = await open()
    const { id } = await drive.uploads.create('ana', newUpload('a', BYTES))
    await Promise.all(
      [2, 1, 0].map((block) => {
        const bytes = BYTES.subarray(block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES)
        return drive.uploads.receive('ana', id, sent(block, bytes))
      }),
    )
    expect((await drive.uploads.commit('ana', id, 'fail')).hash).toBe(contentHash(BYTES))
  })

  test('a sender of SHA-256 hashes is verified by them, and the file has such a hash', async () => {
    const drive = await open()
    const hashes = blockHashes(BYTES, sha256)
    expect(await uploadWith(drive, 'a', hashes)).toBe(contentHash(BYTES, sha256))

    const other = newUpload('b', BYTES, { blockHashes: hashes.with(1, sha256(Buffer.from('x'))) })
    const { id } = await drive.uploads.create('ana', other)
    const sending = sendAll(drive.uploads, 'ana', id, BYTES)
    await expect(sending).rejects.toMatchObject({ error: 'data_loss' })
  })

  test('an upload that was begun before BLAKE3 goes on by SHA-256', async () => {
    const drive = await open()
    const { id } = await drive.uploads.create('ana', newUpload('a', BYTES))
    await drive.db.write((writer) =>
      writer.updateTable('uploads').set({ hash_algorithm: 'sha256' }).execute(),
    )
    const first = BYTES.subarray(0, BLOCK_BYTES)
    await drive.uploads.receive('ana', id, sent(0, first, [sha256(first)]))
    await drive.uploads.receive('ana', id, sent(1, BYTES.subarray(BLOCK_BYTES)))
    const file = await drive.uploads.commit('ana', id, 'fail')
    expect(file.hash).toBe(contentHash(BYTES, sha256))
  })

  test('content is found by a hash of the same algorithm and by no other', async () => {
    const drive = await open()
    const missingOf = async (hashes: string[]) =>
      (await drive.uploads.create('ana', newUpload('x', BYTES, { blockHashes: hashes }))).missing
    await uploadWith(drive, 'old', blockHashes(BYTES, sha256))
    expect(await missingOf(blockHashes(BYTES, sha256))).toBe('[]')
    expect(await missingOf(blockHashes(BYTES))).toBe('[[0,2]]')
    await uploadWith(drive, 'new', blockHashes(BYTES))
    expect(await missingOf(blockHashes(BYTES))).toBe('[]')
  })

  test('hashes of another algorithm than the one of the upload are refused, and the right one is named', async () => {
    const drive = await open()
    const { id } = await drive.uploads.create('ana', newUpload('a', BYTES))
    const old = drive.uploads.receive('ana', id, sent(0, BYTES, blockHashes(BYTES, sha256)))
    await expect(old).rejects.toMatchObject({
      error: 'invalid_argument',
      message: expect.stringContaining('BLAKE3 hashes ("b3:" and 64 hexadecimal digits)'),
    })
    const mixed = blockHashes(BYTES).with(1, sha256(BYTES))
    const creating = drive.uploads.create('ana', newUpload('b', BYTES, { blockHashes: mixed }))
    await expect(creating).rejects.toMatchObject({
      error: 'invalid_argument',
      message: expect.stringContaining('block_hashes must be of one algorithm'),
    })
  })
})
