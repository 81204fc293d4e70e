import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import {
  blockHashes,
  HOUR_MS,
  joinDrive,
  newUpload,
  someBytes,
  type TestDrive,
} from '../testing.ts'

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())

  /** What the removal of the last version does to its blob. */
  async function dropVersions({ db, clock }: TestDrive): Promise<void> {
    await db.write(async (writer) => {
      await writer.deleteFrom('versions').execute()
      await writer.updateTable('blobs').set({ refs: 0, unused_since: clock.now() }).execute()
    })
  }

  test('content that no version uses is deleted after a day', async () => {
    const drive = await open()
    await drive.upload('ana', 'a', someBytes(10))
    drive.clock.advance(25 * HOUR_MS)
    await drive.cleanUp()
    expect(await drive.listBlobs()).toHaveLength(1)
    await dropVersions(drive)
    drive.clock.advance(24 * HOUR_MS)
    await drive.cleanUp()
    expect(await drive.listBlobs()).toHaveLength(1)
    drive.clock.advance(1)
    await drive.cleanUp()
    expect(await drive.listBlobs()).toEqual([])
    const rows = await drive.db.read((reader) => reader.selectFrom('blobs').selectAll().execute())
    expect(rows).toEqual([])
  })

  test('content that an open upload is about to reuse is not deleted', async () => {
    const drive = await open()
    const bytes = someBytes(10)
    await drive.upload('ana', 'a', bytes)
    const again = newUpload('b', bytes, { blockHashes: blockHashes(bytes) })
    const { id } = await drive.uploads.create('ana', again)
    await dropVersions(drive)
    drive.clock.advance(25 * HOUR_MS)
    await drive.cleanUp()
    const file = await drive.uploads.commit('ana', id, 'fail')
    expect(file.size).toBe(10)
    drive.clock.advance(25 * HOUR_MS)
    await drive.cleanUp()
    expect(await drive.listBlobs()).toHaveLength(1)
  })

  test('a blob store with mostly unknown blobs is not cleaned up, since it may belong to another database', async () => {
    const drive = await open()
    await drive.upload('ana', 'a', someBytes(10))
    for (let i = 0; i < 101; i++) await drive.blobs.create(`stranger${i}`, 0)
    drive.clock.advance(25 * HOUR_MS)
    await expect(drive.cleanUp()).rejects.toThrow(/belong together/)
    expect(await drive.listBlobs()).toHaveLength(102)
  })
})
