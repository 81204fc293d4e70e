import { buffer } from 'node:stream/consumers'
import { BLOCK_BYTES } from '@awan/protocol'
import { expect, test } from 'vitest'
import type { BlobStore } from '../../blobs/blob-store.ts'
import {
  blockHashes,
  HOUR_MS,
  haltingSender,
  joinDrive,
  newUpload,
  onEachDrive,
  refusal,
  sendAll,
  sent,
  someBytes,
  type TestDrive,
  UPLOAD_TTL_MS,
} from '../testing.ts'

onEachDrive((open) => {
  async function rowsLeft({ db }: TestDrive): Promise<number> {
    return db.read(async (reader) => {
      const uploads = await reader.selectFrom('uploads').select('id').execute()
      const blocks = await reader.selectFrom('upload_blocks').select('block').execute()
      const blobs = await reader.selectFrom('blobs').select('id').execute()
      return uploads.length + blocks.length + blobs.length
    })
  }

  async function sentUpload(drive: TestDrive, bytes: Buffer): Promise<string> {
    const { id } = await drive.uploads.create('ana', newUpload('a', bytes))
    await sendAll(drive.uploads, 'ana', id, bytes)
    return id
  }

  test('an aborted upload leaves nothing', async () => {
    const drive = await open()
    const id = await sentUpload(drive, someBytes(BLOCK_BYTES + 1))
    await drive.uploads.abort('ana', id)
    expect(await drive.listBlobs()).toEqual([])
    expect(await rowsLeft(drive)).toBe(0)
    expect(await refusal(drive.uploads.commit('ana', id, 'fail'))).toBe('not_found')
    await drive.uploads.abort('ana', id)
  })

  test('aborting a committed upload keeps the file', async () => {
    const drive = await open()
    const bytes = someBytes(100)
    const id = await sentUpload(drive, bytes)
    const file = await drive.uploads.commit('ana', id, 'fail')
    await drive.uploads.abort('ana', id)
    const content = await drive.downloads.open('ana', file.id)
    expect(bytes.equals(await buffer(await content.read()))).toBe(true)
  })

  test('aborting an instant upload keeps the content', async () => {
    const drive = await open()
    const bytes = someBytes(100)
    const file = await drive.upload('ana', 'a', bytes)
    const again = newUpload('b', bytes, { blockHashes: blockHashes(bytes) })
    await drive.uploads.abort('ana', (await drive.uploads.create('ana', again)).id)
    const content = await drive.downloads.open('ana', file.id)
    expect(bytes.equals(await buffer(await content.read()))).toBe(true)
  })

  test('a request that is sending while the upload is aborted gets not_found', async () => {
    const drive = await open()
    const bytes = someBytes(2 * BLOCK_BYTES)
    const { id } = await drive.uploads.create('ana', newUpload('a', bytes))
    const sender = haltingSender(bytes.subarray(0, BLOCK_BYTES + 1))
    const put = refusal(drive.uploads.receive('ana', id, sent(0, sender.bytes)))
    await sender.taken
    await drive.uploads.abort('ana', id)
    sender.goOn(bytes.subarray(BLOCK_BYTES + 1))
    expect(await put).toBe('not_found')
    expect(await drive.listBlobs()).toEqual([])
    expect(await rowsLeft(drive)).toBe(0)
  })

  test('an upload and its bytes expire a fixed time after the last bytes arrived', async () => {
    const drive = await open()
    const bytes = someBytes(2 * BLOCK_BYTES)
    const { id } = await drive.uploads.create('ana', newUpload('a', bytes))
    drive.clock.advance(UPLOAD_TTL_MS - 1)
    await sendAll(drive.uploads, 'ana', id, bytes)
    drive.clock.advance(UPLOAD_TTL_MS - 1)
    await drive.cleanUp()
    expect((await drive.uploads.get('ana', id)).missing).toBe('[]')
    drive.clock.advance(1)
    expect(await refusal(drive.uploads.get('ana', id))).toBe('not_found')
    expect(await refusal(drive.uploads.commit('ana', id, 'fail'))).toBe('not_found')
    await drive.cleanUp()
    expect(await drive.listBlobs()).toEqual([])
    expect(await rowsLeft(drive)).toBe(0)
  })

  test('a file stays when its committed upload expires', async () => {
    const drive = await open()
    const bytes = someBytes(100)
    const file = await drive.upload('ana', 'a', bytes)
    drive.clock.advance(UPLOAD_TTL_MS)
    await drive.cleanUp()
    const content = await drive.downloads.open('ana', file.id)
    expect(bytes.equals(await buffer(await content.read()))).toBe(true)
    const uploads = await drive.db.read((reader) =>
      reader.selectFrom('uploads').selectAll().execute(),
    )
    expect(uploads).toEqual([])
  })

  /** A store in which the process ends right after the named call. */
  function dyingAfter(call: 'create' | 'seal', blobs: BlobStore): BlobStore {
    const dying = Object.create(blobs) as BlobStore
    for (const name of ['create', 'seal', 'writeAt', 'read', 'stat', 'delete', 'list'] as const) {
      const real = (blobs[name] as (...args: unknown[]) => unknown).bind(blobs)
      const called = async (...args: unknown[]) => {
        await real(...args)
        throw new Error('killed')
      }
      Object.defineProperty(dying, name, { value: name === call ? called : real })
    }
    return dying
  }

  test('a commit killed between sealing and the transaction can be repeated', async () => {
    const drive = await open()
    const bytes = someBytes(BLOCK_BYTES + 1)
    const id = await sentUpload(drive, bytes)
    const killed = joinDrive(drive.db, dyingAfter('seal', drive.blobs), { clock: drive.clock })
    await expect(killed.uploads.commit('ana', id, 'fail')).rejects.toThrow('killed')
    expect((await drive.drives.of('ana')).used_bytes).toBe(0)

    await drive.cleanUp()
    const file = await drive.uploads.commit('ana', id, 'fail')
    const content = await drive.downloads.open('ana', file.id)
    expect(bytes.equals(await buffer(await content.read()))).toBe(true)
  })

  test('a commit killed between sealing and the transaction leaves nothing after the upload expires', async () => {
    const drive = await open()
    const id = await sentUpload(drive, someBytes(BLOCK_BYTES + 1))
    const killed = joinDrive(drive.db, dyingAfter('seal', drive.blobs), { clock: drive.clock })
    await expect(killed.uploads.commit('ana', id, 'fail')).rejects.toThrow('killed')
    drive.clock.advance(UPLOAD_TTL_MS)
    await drive.cleanUp()
    expect(await drive.listBlobs()).toEqual([])
    expect(await rowsLeft(drive)).toBe(0)
  })

  test('a blob without a row, left by a killed creation, is deleted after the grace period', async () => {
    const drive = await open()
    const killed = joinDrive(drive.db, dyingAfter('create', drive.blobs), { clock: drive.clock })
    const upload = killed.uploads.create('ana', newUpload('a', someBytes(10)))
    await expect(upload).rejects.toThrow('killed')
    expect(await drive.listBlobs()).toHaveLength(1)
    await drive.cleanUp()
    expect(await drive.listBlobs()).toHaveLength(1)
    drive.clock.advance(25 * HOUR_MS)
    await drive.cleanUp()
    expect(await drive.listBlobs()).toEqual([])
  })
})
