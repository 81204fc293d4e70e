import { buffer } from 'node:stream/consumers'
import { BLOCK_BYTES } from '@awan/protocol'
import { expect, test } from 'vitest'
import {
  blockHashes,
  contentHash,
  HOUR_MS,
  newUpload,
  onEachDrive,
  refusal,
  sendAll,
  sent,
  someBytes,
  type TestDrive,
} from '../testing.ts'

onEachDrive((open) => {
  async function list({ nodes }: TestDrive) {
    const page = await nodes.list('ana', 'root', { size: 1000, token: undefined })
    return page.nodes.map(({ name, size }) => [name, size])
  }

  function countRows(drive: TestDrive, table: 'uploads' | 'upload_blocks' | 'versions' | 'blobs') {
    return drive.db.read(async (reader) => {
      const rows = await reader.selectFrom(table).select('drive_id').execute()
      return rows.length
    })
  }

  test('an empty file is committed without sending bytes', async () => {
    const drive = await open()
    const file = await drive.upload('ana', 'empty', Buffer.alloc(0))
    expect(file).toMatchObject({ size: 0, hash: contentHash(Buffer.alloc(0)) })
    const content = await drive.downloads.open('ana', file.id)
    expect(await buffer(await content.read())).toHaveLength(0)
  })

  test('an uploaded file has its dates and its media type', async () => {
    const drive = await open()
    const bytes = someBytes(10)
    const { id } = await drive.uploads.create(
      'ana',
      newUpload(' Notes.TXT', bytes, { modifiedAt: 1_000 }),
    )
    await sendAll(drive.uploads, 'ana', id, bytes)
    expect(await drive.uploads.commit('ana', id, 'fail')).toMatchObject({
      name: ' Notes.TXT',
      mime_type: 'text/plain',
      modified_at: 1_000,
      created_at: drive.clock.now(),
    })
  })

  test('an upload with missing blocks cannot be committed', async () => {
    const drive = await open()
    const bytes = someBytes(3 * BLOCK_BYTES)
    const { id } = await drive.uploads.create('ana', newUpload('a', bytes))
    await drive.uploads.receive('ana', id, sent(0, bytes.subarray(0, 2 * BLOCK_BYTES)))
    expect(await refusal(drive.uploads.commit('ana', id, 'fail'))).toBe('failed_precondition')
    await drive.uploads.receive('ana', id, sent(2, bytes.subarray(2 * BLOCK_BYTES)))
    expect(await drive.uploads.commit('ana', id, 'fail')).toMatchObject({ size: bytes.length })
  })

  test('repeated and concurrent commits of one upload return the same file', async () => {
    const drive = await open()
    const bytes = someBytes(100)
    const { id } = await drive.uploads.create('ana', newUpload('a', bytes))
    await sendAll(drive.uploads, 'ana', id, bytes)
    const commits = await Promise.all(
      Array.from({ length: 8 }, () => drive.uploads.commit('ana', id, 'rename')),
    )
    drive.clock.advance(23 * HOUR_MS)
    commits.push(await drive.uploads.commit('ana', id, 'fail'))
    expect(new Set(commits.map((node) => node.id)).size).toBe(1)
    expect(await list(drive)).toEqual([['a', 100]])
    expect((await drive.drives.of('ana')).used_bytes).toBe(100)
    expect(await countRows(drive, 'versions')).toBe(1)
    expect(await countRows(drive, 'upload_blocks')).toBe(0)
    expect(await refusal(drive.uploads.receive('ana', id, sent(0, bytes)))).toBe(
      'failed_precondition',
    )
  })

  test('after a name conflict the upload can be committed with another conflict rule', async () => {
    const drive = await open()
    await drive.upload('ana', 'a.txt', someBytes(10))
    const bytes = someBytes(20, 2)
    const { id } = await drive.uploads.create('ana', newUpload('a.txt', bytes))
    await sendAll(drive.uploads, 'ana', id, bytes)
    expect(await refusal(drive.uploads.commit('ana', id, 'fail'))).toBe('already_exists')
    expect((await drive.drives.of('ana')).used_bytes).toBe(10)
    await drive.uploads.commit('ana', id, 'rename')
    expect(await list(drive)).toEqual([
      ['a (2).txt', 20],
      ['a.txt', 10],
    ])
  })

  test('conflict rule replace adds a version to the file and keeps the one before', async () => {
    const drive = await open()
    const before = await drive.upload('ana', 'a.txt', someBytes(10))
    const after = await drive.upload('ana', 'a.txt', someBytes(20, 2), { conflict: 'replace' })
    expect(after).toMatchObject({ id: before.id, size: 20, revision: before.revision + 1 })
    expect(await list(drive)).toEqual([['a.txt', 20]])
    expect(await countRows(drive, 'versions')).toBe(2)
    expect((await drive.drives.of('ana')).used_bytes).toBe(30)
    const content = await drive.downloads.open('ana', after.id)
    expect(someBytes(20, 2).equals(await buffer(await content.read()))).toBe(true)
    const changes = await drive.db.read((reader) =>
      reader.selectFrom('changes').select(['node_id', 'type']).orderBy('seq').execute(),
    )
    expect(changes).toEqual([
      { node_id: before.id, type: 'created' },
      { node_id: before.id, type: 'updated' },
    ])
  })

  test('a file does not replace a folder', async () => {
    const drive = await open()
    await drive.nodes.createFolder('ana', { parentId: 'root', name: 'a', conflict: 'fail' })
    const upload = drive.upload('ana', 'a', someBytes(1), { conflict: 'replace' })
    expect(await refusal(upload)).toBe('already_exists')
  })

  test('content that the drive already has needs no upload, and is charged in full', async () => {
    const drive = await open()
    const bytes = someBytes(BLOCK_BYTES + 5)
    const first = await drive.upload('ana', 'a', bytes)
    const announced = newUpload('b', bytes, { blockHashes: blockHashes(bytes) })
    const upload = await drive.uploads.create('ana', announced)
    expect(upload.missing).toBe('[]')
    const second = await drive.uploads.commit('ana', upload.id, 'fail')
    expect(second.hash).toBe(first.hash)
    expect(second.id).not.toBe(first.id)
    expect(await drive.listBlobs()).toHaveLength(1)
    expect((await drive.drives.of('ana')).used_bytes).toBe(2 * bytes.length)
    const content = await drive.downloads.open('ana', second.id)
    expect(bytes.equals(await buffer(await content.read()))).toBe(true)
  })

  test("content that only another person's drive has must be sent", async () => {
    const drive = await open()
    const bytes = someBytes(100)
    await drive.upload('ana', 'a', bytes)
    const announced = newUpload('b', bytes, { blockHashes: blockHashes(bytes) })
    expect((await drive.uploads.create('ben', announced)).missing).toBe('[[0,0]]')
  })

  test('announced hashes that do not match the number of blocks are rejected', async () => {
    const drive = await open()
    const announced = newUpload('b', someBytes(100), { blockHashes: [] })
    expect(await refusal(drive.uploads.create('ana', announced))).toBe('invalid_argument')
  })

  test('content that exceeds the quota is rejected before it is sent', async () => {
    const drive = await open({ quotaBytes: 100 })
    await drive.upload('ana', 'a', someBytes(60))
    const upload = drive.uploads.create('ana', newUpload('b', someBytes(41)))
    await expect(upload).rejects.toMatchObject({
      error: 'resource_exhausted',
      details: [{ reason: 'QUOTA_EXCEEDED' }],
    })
    expect(await drive.listBlobs()).toHaveLength(1)
    await drive.upload('ana', 'b', someBytes(40))
  })

  test('the quota is exact under 64 parallel uploads', async () => {
    const drive = await open({ quotaBytes: 1_000 })
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, (_, i) =>
        drive.upload('ana', `file ${i}`, someBytes(100, i + 1)).then(
          () => 'committed',
          (error) => error.error,
        ),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'committed')).toHaveLength(10)
    expect(outcomes.filter((outcome) => outcome === 'resource_exhausted')).toHaveLength(54)
    expect(await drive.drives.of('ana')).toMatchObject({
      used_bytes: 1_000,
      reserved_bytes: 0,
      seq: 10,
    })
    expect(await list(drive)).toHaveLength(10)
  })

  test('an upload into a file, a foreign folder or an unknown one is rejected', async () => {
    const drive = await open()
    const file = await drive.upload('ana', 'a', someBytes(1))
    const foreign = (await drive.drives.of('ben')).root_id
    const into = (parentId: string) =>
      refusal(drive.uploads.create('ana', newUpload('x', someBytes(1), { parentId })))
    expect(await into(file.id)).toBe('invalid_argument')
    expect(await into(foreign)).toBe('not_found')
    expect(await into('nowhere')).toBe('not_found')
    expect(await drive.listBlobs()).toHaveLength(1)
  })
})
