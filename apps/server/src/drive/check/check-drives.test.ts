import { BLOCK_BYTES } from '@awan/protocol'
import { expect, test } from 'vitest'
import { hashContent } from '../contents/hash-content.ts'
import {
  blockHashes,
  contentHash,
  HOUR_MS,
  newUpload,
  onEachDrive,
  sendAll,
  sent,
  sha256,
  someBytes,
} from '../testing.ts'
import { findProblems, replaceBytes } from './testing.ts'

/** Too large for a row: it is stored in the blob store. */
const bytes = someBytes(100_000)

onEachDrive((open) => {
  test('a check finds no problems in a used drive, also with an open upload', async () => {
    const drive = await open()
    const folder = await drive.nodes.createFolder('ana', {
      parentId: 'root',
      name: 'Photos',
      conflict: 'fail',
    })
    const file = await drive.upload('ana', 'a.jpg', bytes, { parentId: folder.id })
    await drive.upload('ana', 'a.jpg', someBytes(70_000), {
      parentId: folder.id,
      conflict: 'replace',
    })
    await drive.upload('ana', 'b.jpg', bytes)
    await drive.upload('budi', 'empty', Buffer.alloc(0))
    await drive.tasks.begin('ana', 'copy', {
      ids: [folder.id],
      parentId: 'root',
      conflict: 'rename',
    })
    await drive.tasks.begin('ana', 'trash', { ids: [file.id] })
    await drive.runner.run()
    const { id } = await drive.uploads.create('ana', newUpload('open', someBytes(3 * BLOCK_BYTES)))
    await drive.uploads.receive('ana', id, sent(0, someBytes(2 * BLOCK_BYTES)))

    const { problems, report } = await findProblems(drive)
    expect(problems).toEqual([])
    expect(report).toMatchObject({ drives: 2, problems: 0, left: 0, contents: 5 })
    await drive.tasks.begin('ana', 'delete', { ids: [folder.id] })
    await drive.runner.run()
    drive.clock.advance(30 * HOUR_MS)
    await drive.cleanUp()
    expect((await findProblems(drive)).problems).toEqual([])
  })

  test('content with a SHA-256 hash from before is read and checked by it', async () => {
    const drive = await open()
    const announced = newUpload('a', bytes, { blockHashes: blockHashes(bytes, sha256) })
    const { id } = await drive.uploads.create('ana', announced)
    await sendAll(drive.uploads, 'ana', id, bytes)
    const file = await drive.uploads.commit('ana', id, 'fail')
    expect(file.hash).toBe(contentHash(bytes, sha256))
    expect((await findProblems(drive)).problems).toEqual([])

    const [blobId = ''] = await drive.listBlobs()
    await replaceBytes(drive.blobs, blobId, Buffer.from(bytes).fill(0, 50_000, 50_001))
    expect((await findProblems(drive)).problems).toMatchObject([{ kind: 'content_damaged' }])
  })

  test('a damaged content is reported with all files and older versions that use it', async () => {
    const drive = await open()
    const folder = await drive.nodes.createFolder('ana', {
      parentId: 'root',
      name: 'Photos',
      conflict: 'fail',
    })
    const file = await drive.upload('ana', 'a.jpg', bytes, { parentId: folder.id })
    await drive.tasks.begin('ana', 'copy', { ids: [file.id], parentId: 'root', conflict: 'fail' })
    await drive.runner.run()
    await drive.upload('ana', 'a.jpg', someBytes(80_000), {
      parentId: folder.id,
      conflict: 'replace',
    })
    const hash = contentHash(bytes)
    const blob = await drive.db.read((reader) =>
      reader.selectFrom('blobs').selectAll().where('hash', '=', hash).executeTakeFirstOrThrow(),
    )
    const damaged = Buffer.from(bytes)
    damaged.writeUInt8(damaged.readUInt8(50_000) ^ 1, 50_000)
    await replaceBytes(drive.blobs, blob.id, damaged)

    const { problems, report } = await findProblems(drive)
    expect(problems).toEqual([
      expect.objectContaining({
        kind: 'content_damaged',
        id: blob.id,
        owner: 'ana@example.org',
      }),
    ])
    expect(problems[0]?.files?.toSorted()).toEqual(['/a.jpg', 'an older version of /Photos/a.jpg'])
    expect(report.left).toBe(1)
    expect((await findProblems(drive, { readsContents: false })).problems).toEqual([])
    expect((await findProblems(drive, { repairs: true })).problems[0]?.repair).toBe('impossible')
  })

  test('a missing content or one of the wrong size is reported without reading contents', async () => {
    const drive = await open()
    await drive.upload('ana', 'gone', bytes)
    await drive.upload('budi', 'short', bytes)
    const ids = await drive.db.read(async (reader) => {
      const rows = await reader
        .selectFrom('blobs')
        .innerJoin('drives', 'drives.id', 'blobs.drive_id')
        .select(['blobs.id', 'drives.owner_sub'])
        .execute()
      return new Map(rows.map((row) => [row.owner_sub, row.id]))
    })
    await drive.blobs.delete(ids.get('ana') ?? '')
    await replaceBytes(drive.blobs, ids.get('budi') ?? '', bytes.subarray(1))

    const { problems } = await findProblems(drive, { readsContents: false })
    expect(problems.toSorted((a, b) => ((a.owner ?? '') < (b.owner ?? '') ? -1 : 1))).toEqual([
      expect.objectContaining({ kind: 'content_missing', files: ['/gone'] }),
      expect.objectContaining({
        kind: 'content_size',
        files: ['/short'],
        found: '99999 instead of 100000 bytes',
      }),
    ])
    const { problems: ofOne } = await findProblems(drive, { ownerSub: 'budi' })
    expect(ofOne.map(({ kind }) => kind)).toEqual(['content_size'])
  })

  test('unknown contents are reported after a day and removed by a repair', async () => {
    const drive = await open()
    await drive.upload('ana', 'a', bytes)
    await replaceBytes(drive.blobs, 'stranger00', bytes)
    expect((await findProblems(drive)).problems).toEqual([])
    drive.clock.advance(25 * HOUR_MS)
    expect((await findProblems(drive)).problems).toEqual([
      { kind: 'unknown_content', id: 'stranger00' },
    ])
    const { report } = await findProblems(drive, { repairs: true })
    expect(report).toMatchObject({ problems: 1, left: 0 })
    expect((await findProblems(drive)).problems).toEqual([])
    expect(await drive.listBlobs()).toHaveLength(1)
  })

  test('a drive that is being removed is skipped', async () => {
    const drive = await open()
    await drive.upload('leaving', 'a', bytes)
    await drive.db.write((writer) => writer.deleteFrom('versions').execute())
    const { problems, report } = await findProblems(drive)
    expect({ problems, skipped: report.skippedDrives }).toEqual({ problems: [], skipped: 1 })
  })
})

test('a content has the same hash whatever the size of its chunks', async () => {
  const content = someBytes(2 * BLOCK_BYTES + 5)
  for (const pieceBytes of [1_000_003, BLOCK_BYTES, content.length]) {
    const pieces = (async function* () {
      for (let at = 0; at < content.length; at += pieceBytes) {
        yield content.subarray(at, at + pieceBytes)
      }
    })()
    const hashed = { hash: contentHash(content), sizeBytes: content.length }
    expect(await hashContent(pieces, 'b3')).toEqual(hashed)
  }
  const nothing = (async function* () {})()
  const hashed = { hash: contentHash(Buffer.alloc(0)), sizeBytes: 0 }
  expect(await hashContent(nothing, 'b3')).toEqual(hashed)
})
