import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import {
  blockHashes,
  joinDrive,
  newUpload,
  refusal,
  sendAll,
  someBytes,
  type TestDriveOptions,
  UPLOAD_TTL_MS,
} from '../testing.ts'

onEachDatabase((openDatabase) => {
  const open = async (options?: TestDriveOptions) =>
    joinDrive(await openDatabase(), createMemoryBlobStore(), options)

  test('of 64 concurrent uploads only as many are created as fit into the quota', async () => {
    const drive = await open({ quotaBytes: 100 })
    const beginning = Array.from({ length: 64 }, (_, i) =>
      drive.uploads.create('ana', newUpload(`${i}`, Buffer.alloc(7))).then(
        ({ id }) => id,
        (error: { error: string }) => error.error,
      ),
    )
    const outcomes = await Promise.all(beginning)
    const begun = outcomes.filter((one) => one !== 'resource_exhausted')
    expect(begun).toHaveLength(14)
    expect(await drive.drives.of('ana')).toMatchObject({ used_bytes: 0, reserved_bytes: 98 })
    expect(await drive.listBlobs()).toHaveLength(14)

    // Each of them is kept its promise, whatever else is written meanwhile.
    expect(await refusal(drive.upload('ana', 'other', Buffer.alloc(3)))).toBe('resource_exhausted')
    for (const id of begun) await sendAll(drive.uploads, 'ana', id, Buffer.alloc(7))
    await Promise.all(begun.map((id) => drive.uploads.commit('ana', id, 'fail')))
    expect(await drive.drives.of('ana')).toMatchObject({ used_bytes: 98, reserved_bytes: 0 })
  })

  test('reserved quota is released once, by a commit, an abort or the expiry', async () => {
    const drive = await open({ quotaBytes: 30 })
    const begin = async (name: string) =>
      (await drive.uploads.create('ana', newUpload(name, someBytes(10)))).id
    const [committed, aborted, expired] = [await begin('a'), await begin('b'), await begin('c')]
    expect(await refusal(begin('d'))).toBe('resource_exhausted')
    await sendAll(drive.uploads, 'ana', committed, someBytes(10))
    await drive.uploads.commit('ana', committed, 'fail')
    await drive.uploads.commit('ana', committed, 'fail')
    await drive.uploads.abort('ana', committed)
    await drive.uploads.abort('ana', aborted)
    await drive.uploads.abort('ana', aborted)
    expect(await drive.drives.of('ana')).toMatchObject({ used_bytes: 10, reserved_bytes: 10 })
    drive.clock.advance(UPLOAD_TTL_MS + 1)
    expect(await refusal(drive.uploads.commit('ana', expired, 'fail'))).toBe('not_found')
    await drive.cleanUp()
    expect(await drive.drives.of('ana')).toMatchObject({ used_bytes: 10, reserved_bytes: 0 })
  })

  test('quota is reserved also for content that the drive already has', async () => {
    const drive = await open({ quotaBytes: 25 })
    const bytes = someBytes(10)
    await drive.upload('ana', 'a', bytes)
    const again = () =>
      drive.uploads.create('ana', newUpload('b', bytes, { blockHashes: blockHashes(bytes) }))
    const { id } = await again()
    expect(await refusal(again())).toBe('resource_exhausted')
    await drive.uploads.commit('ana', id, 'fail')
    expect(await drive.drives.of('ana')).toMatchObject({ used_bytes: 20, reserved_bytes: 0 })
  })

  test('reserved quota outlasts a lowered quota, and a size too large to count is rejected', async () => {
    const drive = await open({ quotaBytes: 10 })
    const { id } = await drive.uploads.create('ana', newUpload('a', someBytes(10)))
    await drive.db.write((writer) => writer.updateTable('drives').set({ quota_bytes: 1 }).execute())
    await sendAll(drive.uploads, 'ana', id, someBytes(10))
    await drive.uploads.commit('ana', id, 'fail')
    await drive.db.write((writer) =>
      writer.updateTable('drives').set({ quota_bytes: null }).execute(),
    )
    const huge = { ...newUpload('b', someBytes(1)), sizeBytes: Number.MAX_SAFE_INTEGER }
    expect(await refusal(drive.uploads.create('ana', huge))).toBe('resource_exhausted')
    expect(await drive.drives.of('ana')).toMatchObject({ used_bytes: 10, reserved_bytes: 0 })
  })

  test('calls with the same idempotency key create one upload, also concurrently', async () => {
    const drive = await open({ quotaBytes: 10 })
    const wanted = newUpload('a', someBytes(10))
    const both = await Promise.all([1, 2, 3].map(() => drive.uploads.create('ana', wanted, 'k')))
    const { id } = await drive.uploads.create('ana', wanted, 'k')
    expect(new Set([id, ...both.map((one) => one.id)]).size).toBe(1)
    expect(await drive.listBlobs()).toHaveLength(1)
    expect((await drive.drives.of('ana')).reserved_bytes).toBe(10)
    const other = drive.uploads.create('ana', { ...wanted, name: 'b' }, 'k')
    expect(await refusal(other)).toBe('invalid_argument')
    // The same key of somebody else is another one.
    expect((await drive.uploads.create('ben', wanted, 'k')).id).not.toBe(id)
    await sendAll(drive.uploads, 'ana', id, someBytes(10))
    const file = await drive.uploads.commit('ana', id, 'fail')
    expect(await drive.uploads.create('ana', wanted, 'k')).toMatchObject({ id, missing: '[]' })
    expect((await drive.uploads.commit('ana', id, 'fail')).id).toBe(file.id)
  })
})
