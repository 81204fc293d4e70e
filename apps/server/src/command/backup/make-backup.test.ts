import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { blobNotFound } from '../../blobs/blob-rules.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { joinDrive, someBytes, type TestDrive } from '../../drive/testing.ts'
import { createMemoryKeeper } from '../../kernel/memory-keeper.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'awan-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())
  const backUp = (drive: TestDrive, folder: string, read: BlobStore['read'] = drive.blobs.read) =>
    makeBackup(
      { ...drive, blobs: { ...drive.blobs, read }, keeper: createMemoryKeeper() },
      folder,
      { verifies: false },
    )

  test('a failed backup is resumed by the next run', async () => {
    const drive = await open()
    for (const name of ['a', 'b']) await drive.upload('ana', name, someBytes(100_000))
    const folder = await createFolder()
    const failing = backUp(drive, folder, () => Promise.reject(new Error('no room')))
    await expect(failing).rejects.toThrow('no room')
    expect(await readdir(folder)).toEqual(['in-progress.json'])
    const { manifest } = await backUp(drive, folder)
    expect(manifest.contents).toEqual({ count: 2, bytes: 200_000 })
    expect(await readdir(folder)).not.toContain('in-progress.json')
  })

  test('the rows are read again when a content is deleted during the backup', async () => {
    const drive = await open()
    await drive.upload('ana', 'stays', someBytes(100_000))
    const goes = await drive.upload('ana', 'goes', someBytes(200_000))
    let looks = 0
    const { manifest } = await backUp(drive, await createFolder(), async (id, range) => {
      const stat = await drive.blobs.stat(id)
      if (stat?.state === 'sealed' && stat.sizeBytes === 100_000) return drive.blobs.read(id, range)
      // It goes between the moment of the rows and the look for what they speak of.
      if (++looks === 2) {
        await drive.tasks.begin('ana', 'delete', { ids: [goes.id] })
        await drive.runner.run()
        await drive.db.write(async (writer) => {
          await writer.deleteFrom('uploads').execute()
          await writer.deleteFrom('blobs').where('id', '=', id).execute()
        })
      }
      throw blobNotFound()
    })
    expect(looks).toBe(2)
    expect(manifest).toMatchObject({ contents: { count: 1, bytes: 100_000 }, lost: [] })
    expect(manifest.tables.find(({ name }) => name === 'blobs')?.rows).toBe(1)
  })

  test('a backup into a folder with other files is refused and changes nothing', async () => {
    const drive = await open()
    const folder = await createFolder()
    await writeFile(join(folder, 'holiday.jpg'), '')
    await expect(backUp(drive, folder)).rejects.toThrow(/choose an empty folder/)
    expect(await readdir(folder)).toEqual(['holiday.jpg'])
  })

  test('a key whose name is a path is refused by a restore, and written nowhere', async () => {
    const drive = await open()
    const folder = await createFolder()
    const keeper = createMemoryKeeper()
    await keeper.createIfAbsent('code-key', 'abc')
    await keeper.createIfAbsent('../../outside', 'abc')
    await makeBackup({ ...drive, keeper }, folder, { verifies: false })
    const around = await createFolder()
    const dataDir = join(around, 'data')
    const target = {
      dataDir,
      database: { kind: 'sqlite', path: join(dataDir, 'awan.sqlite') },
      blobs: { kind: 'disk', path: join(dataDir, 'blobs') },
    } as const
    await expect(restoreBackup(folder, target)).rejects.toThrow(
      'has a key with the name "../../outside", which no key of Awan has',
    )
    expect(await readdir(around)).toEqual([])
  })
})
