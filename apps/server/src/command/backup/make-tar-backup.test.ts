import { mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { joinDrive, someBytes } from '../../drive/testing.ts'
import { createMemoryKeeper } from '../../kernel/memory-keeper.ts'
import { readTarIndex } from '../../kernel/tar/tar-index.ts'
import { makeTarFile } from './make-tar-backup.ts'

onEachDatabase((openDatabase) => {
  async function prepare() {
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore())
    await drive.upload('ana', 'small', someBytes(100_000))
    await drive.upload('ana', 'large', someBytes(2_000_000))
    const folder = await mkdtemp(join(tmpdir(), 'awan-tar-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const backUp = (read: BlobStore['read']) =>
      makeTarFile(
        { ...drive, blobs: { ...drive.blobs, read }, keeper: createMemoryKeeper() },
        join(folder, 'a.tar'),
        {},
      )
    return { blobs: drive.blobs, folder, backUp }
  }

  test('a damaged content is reported as lost, and the rest of the backup can be read', async () => {
    const { blobs, folder, backUp } = await prepare()
    const { manifest } = await backUp(async (id, range) => {
      const bytes = await buffer(await blobs.read(id, range))
      return Readable.from([bytes.length > 1_000_000 ? bytes.fill(0, 0, 9) : bytes])
    })
    expect(manifest).toMatchObject({
      contents: { count: 1, bytes: 100_000 },
      lost: [expect.any(String)],
    })
    await using archive = await open(join(folder, 'a.tar'))
    expect([...(await readTarIndex(archive)).keys()].at(-1)).toBe('awan-backup.json')
  })

  test('a failed tar backup leaves no file behind', async () => {
    const { folder, backUp } = await prepare()
    await expect(backUp(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room')
    expect(await readdir(folder)).toEqual([])
  })
})
