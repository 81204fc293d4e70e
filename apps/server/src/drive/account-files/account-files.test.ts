import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { newUpload, onEachDrive, refusal, someBytes, type TestDrive } from '../testing.ts'
import { handOverDrive } from './hand-over-drive.ts'
import { listFiles } from './list-files.ts'
import { removeDrive } from './remove-drive.ts'

const TABLES = [
  'nodes',
  'versions',
  'blobs',
  'uploads',
  'tus_uploads',
  'tus_pieces',
  'changes',
] as const

async function fill(drive: TestDrive, sub: string): Promise<void> {
  const folder = { parentId: 'root', name: 'photos', conflict: 'fail' } as const
  const photos = await drive.nodes.createFolder(sub, folder)
  const inner = await drive.nodes.createFolder(sub, {
    ...folder,
    parentId: photos.id,
    name: '2026',
  })
  await drive.upload(sub, 'b.txt', Buffer.from('b'))
  await drive.upload(sub, 'b.txt', Buffer.from('b again'), { conflict: 'replace' })
  await drive.upload(sub, 'a.txt', someBytes(100), { parentId: photos.id })
  await drive.upload(sub, 'sea.jpg', someBytes(1000), { parentId: inner.id })
  await drive.uploads.create(sub, newUpload('unfinished', someBytes(10)))
  const begun = {
    sizeBytes: 10,
    metadata: `filename ${btoa('begun')}`,
    concat: { kind: 'whole' } as const,
  }
  const { upload } = await drive.tus.create(sub, begun)
  const body = Readable.from([someBytes(3)])
  await drive.tus.append(sub, upload.id, { offset: 0, body, checksum: undefined })
}

onEachDrive((open) => {
  test('removing a drive deletes all its rows and blobs and leaves other drives untouched', async () => {
    const drive = await open()
    await fill(drive, 'ana')
    await fill(drive, 'ben')
    const { id } = await drive.drives.of('ana')
    await removeDrive(drive, 'ana')
    for (const table of TABLES) {
      const rows = await drive.db.read((r) =>
        r.selectFrom(table).select('drive_id').where('drive_id', '=', id).execute(),
      )
      expect(rows, table).toEqual([])
    }
    const bens = await drive.db.read((r) => r.selectFrom('blobs').select('id').execute())
    expect(await drive.listBlobs()).toEqual(bens.map((blob) => blob.id).sort())
    expect(bens).toHaveLength(6)
    expect(
      (await drive.nodes.list('ben', 'root', { size: 10, token: undefined })).nodes,
    ).toHaveLength(2)
    // Again, and for somebody who never had one.
    await removeDrive(drive, 'ana')
    await removeDrive(drive, 'nobody')
    expect((await drive.drives.of('ana')).id).not.toBe(id)
  })

  test('a drive transferred to a person without one keeps its id', async () => {
    const drive = await open()
    await drive.upload('AMS=1', 'b.txt', Buffer.from('b'))
    const { id } = await drive.drives.of('AMS=1')
    const move = { from: 'AMS=1', to: 'ana', folderName: '' }
    await drive.db.write((writer) => handOverDrive(drive, writer, move))
    expect((await drive.drives.of('ana')).id).toBe(id)
    // Who has none leaves nothing.
    await drive.db.write((writer) => handOverDrive(drive, writer, { ...move, from: 'nobody' }))
  })

  test('a drive transferred to a person who has one becomes a folder there, complete and counted against the quota', async () => {
    const drive = await open()
    await fill(drive, 'AMS=1')
    await drive.upload('AMS=1', 'same content', Buffer.from('b again'))
    await drive.upload('ana', 'own.txt', Buffer.from('own'))
    const folder = { parentId: 'root', name: 'Phone', conflict: 'fail' } as const
    await drive.nodes.createFolder('ana', folder)
    const [source, target] = [await drive.drives.of('AMS=1'), await drive.drives.of('ana')]
    const move = { from: 'AMS=1', to: 'ana', folderName: 'Phone' }
    await drive.db.write((writer) => handOverDrive(drive, writer, move))

    const files: Record<string, string | number> = {}
    for await (const file of listFiles(drive, 'ana')) {
      const bytes = file.path.endsWith('/') ? undefined : await buffer(await file.open())
      files[file.path] = bytes && bytes.length < 10 ? bytes.toString() : file.sizeBytes
    }
    expect(files).toEqual({
      'own.txt': 'own',
      'Phone/': 0,
      'Phone (2)/': 0,
      'Phone (2)/photos/': 0,
      'Phone (2)/b.txt': 'b again',
      'Phone (2)/same content': 'b again',
      'Phone (2)/photos/2026/': 0,
      'Phone (2)/photos/a.txt': 100,
      'Phone (2)/photos/2026/sea.jpg': 1000,
    })
    const after = await drive.drives.of('ana')
    expect(after.used_bytes).toBe(source.used_bytes + target.used_bytes)
    expect(after.seq).toBe(target.seq + 1)
    for (const table of ['nodes', 'versions', 'blobs', 'uploads', 'changes'] as const) {
      const rows = await drive.db.read((r) =>
        r.selectFrom(table).select('drive_id').where('drive_id', '=', source.id).execute(),
      )
      expect(rows, table).toEqual([])
    }
    const strangers = async () => {
      const known = await drive.db.read((r) => r.selectFrom('blobs').select('id').execute())
      const ids = new Set(known.map(({ id }) => id))
      return new Set(await drive.listBlobs()).symmetricDifference(ids)
    }
    await expect.poll(strangers).toEqual(new Set())
    // It lives on as any other folder.
    const photos = (await drive.nodes.list('ana', source.root_id, { size: 10, token: undefined }))
      .nodes[0]
    await drive.upload('ana', 'more.txt', Buffer.from('more'), { parentId: photos?.id ?? '' })
  })

  test('a transfer that exceeds the quota is rejected and leaves both drives unchanged', async () => {
    const drive = await open({ quotaBytes: 10 })
    await drive.upload('AMS=1', 'b.txt', Buffer.from('123456'))
    await drive.upload('ana', 'own.txt', Buffer.from('123456'))
    const move = { from: 'AMS=1', to: 'ana', folderName: 'Phone' }
    const merge = drive.db.write((writer) => handOverDrive(drive, writer, move))
    expect(await refusal(merge)).toBe('resource_exhausted')
    const page = { size: 10, token: undefined }
    expect((await drive.nodes.list('AMS=1', 'root', page)).nodes).toHaveLength(1)
    expect((await drive.nodes.list('ana', 'root', page)).nodes).toHaveLength(1)
  })

  test('every file of a drive is listed with its path and its current content', async () => {
    const drive = await open()
    await fill(drive, 'ana')
    await fill(drive, 'ben')
    const files: Record<string, string | number> = {}
    for await (const file of listFiles(drive, 'ana')) {
      const bytes = file.path.endsWith('/') ? undefined : await buffer(await file.open())
      files[file.path] = bytes && bytes.length < 10 ? bytes.toString() : file.sizeBytes
      expect(bytes?.length ?? 0).toBe(file.sizeBytes)
    }
    expect(files).toEqual({
      'photos/': 0,
      'b.txt': 'b again',
      'photos/2026/': 0,
      'photos/a.txt': 100,
      'photos/2026/sea.jpg': 1000,
    })
  })

  test('listed paths have no backslash, which would leave the folder when unpacked on Windows', async () => {
    const drive = await open()
    await drive.upload('ana', '..\\..\\evil.txt', Buffer.from('1'))
    await drive.upload('ana', '.._.._evil.txt', Buffer.from('2'))
    const folder = await drive.nodes.createFolder('ana', {
      parentId: 'root',
      name: 'a\\b',
      conflict: 'fail',
    })
    await drive.upload('ana', 'c.txt', Buffer.from('3'), { parentId: folder.id })
    const paths: string[] = []
    for await (const { path } of listFiles(drive, 'ana')) paths.push(path)
    expect(paths.toSorted()).toEqual(['.._.._evil (2).txt', '.._.._evil.txt', 'a_b/', 'a_b/c.txt'])
  })
})
