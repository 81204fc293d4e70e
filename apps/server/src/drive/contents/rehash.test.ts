import { buffer } from 'node:stream/consumers'
import { BLOCK_BYTES } from '@awan/protocol'
import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { findProblems, replaceBytes } from '../check/testing.ts'
import { chunked } from '../test-bytes.ts'
import {
  blockHashes,
  contentHash,
  HOUR_MS,
  joinDrive,
  newUpload,
  sendAll,
  sha256,
  someBytes,
  type TestDrive,
} from '../testing.ts'
import { createContentReader } from './content-reader.ts'
import { rehashChore } from './rehash.ts'

const LARGE = someBytes(2 * BLOCK_BYTES + 5)

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())
  const choreOf = (drive: TestDrive, problems: unknown[] = []) =>
    rehashChore({
      ...drive,
      contents: createContentReader(drive),
      onProblem: (problem) => problems.push(problem),
    })

  test('older contents get a BLAKE3 hash, by which they are found and checked from then on', async () => {
    const drive = await open()
    const file = await uploadOld(drive, 'large', LARGE)
    await makeOld(drive, 'small', someBytes(10))
    await drive.upload('ana', 'new', someBytes(50_000, 2))
    await choreOf(drive).run()
    expect(await hashesIn(drive)).toEqual(
      [LARGE, someBytes(10), someBytes(50_000, 2)].map((bytes) => contentHash(bytes)).sort(),
    )
    expect((await findProblems(drive)).problems).toEqual([])
    const announced = newUpload('again', LARGE, { blockHashes: blockHashes(LARGE) })
    const upload = await drive.uploads.create('ana', announced)
    expect(upload.missing).toBe('[]')
    const again = await drive.uploads.commit('ana', upload.id, 'fail')
    expect(again.hash).toBe(contentHash(LARGE))

    const content = await drive.downloads.open('ana', file.id)
    expect(content.hash, 'what was given out stays').toBe(contentHash(LARGE, sha256))
    expect(LARGE.equals(await buffer(await content.read()))).toBe(true)
  })

  test('damaged content keeps its hash and is reported', async () => {
    const drive = await open()
    await uploadOld(drive, 'a', LARGE)
    const [blobId = ''] = await drive.listBlobs()
    await replaceBytes(drive.blobs, blobId, Buffer.from(LARGE).fill(0, 9, 12))
    const problems: unknown[] = []
    const chore = choreOf(drive, problems)
    await chore.run()
    const told = { error: 'data_loss', message: expect.stringContaining(blobId) }
    expect(problems).toMatchObject([told])
    await chore.run()
    expect(problems, 'it is not read again every few seconds').toHaveLength(1)
    drive.clock.advance(HOUR_MS)
    await chore.run()
    expect(problems).toMatchObject([told, told])
    expect(await hashesIn(drive)).toEqual([contentHash(LARGE, sha256)])
  })

  test('a run ends after a second, and the next one goes on in the middle of a content', async () => {
    const drive = await open()
    await uploadOld(drive, 'a', LARGE)
    const read: number[] = []
    const chore = rehashChore({
      ...drive,
      contents: createContentReader(drive),
      spareTime: {
        use(step) {
          drive.clock.advance(600)
          read.push(drive.clock.now())
          return step()
        },
      },
    })
    await chore.run()
    expect(read).toHaveLength(2)
    expect(await hashesIn(drive)).toEqual([contentHash(LARGE, sha256)])
    for (let runs = 0; runs < LARGE.length / 1_000 && !(await isDone()); runs++) await chore.run()
    expect(await isDone()).toBe(true)

    async function isDone() {
      return (await hashesIn(drive))[0] === contentHash(LARGE)
    }
  })
})

/** As a client sends it that knows SHA-256 alone. */
async function uploadOld({ uploads }: TestDrive, name: string, bytes: Buffer) {
  const announced = newUpload(name, bytes, { blockHashes: blockHashes(bytes, sha256) })
  const { id } = await uploads.create('ana', announced)
  await sendAll(uploads, 'ana', id, bytes)
  return uploads.commit('ana', id, 'fail')
}

/** A small file whose content lies in a row, as an older server wrote it. */
async function makeOld({ paths, db }: TestDrive, name: string, bytes: Buffer): Promise<void> {
  const none = {
    mimeType: undefined,
    modifiedAt: undefined,
    ifMatch: undefined,
    ifNoneMatch: undefined,
  }
  const { id } = await paths.put('ana', name, {
    ...none,
    bytes: chunked(bytes),
    sizeBytes: bytes.length,
  })
  const hash = contentHash(bytes, sha256)
  await db.write(async (writer) => {
    const version = await writer
      .updateTable('versions')
      .set({ hash })
      .where('node_id', '=', id)
      .returning('blob_id')
      .executeTakeFirstOrThrow()
    await writer.updateTable('nodes').set({ hash }).where('id', '=', id).execute()
    await writer.updateTable('blobs').set({ hash }).where('id', '=', version.blob_id).execute()
  })
}

async function hashesIn({ db }: TestDrive): Promise<(string | null)[]> {
  const rows = await db.read((reader) => reader.selectFrom('blobs').select('hash').execute())
  return rows.map(({ hash }) => hash).sort()
}
