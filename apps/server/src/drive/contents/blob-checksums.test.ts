import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { handOverDrive } from '../account-files/hand-over-drive.ts'
import { removeDrive } from '../account-files/remove-drive.ts'
import { chunked } from '../test-bytes.ts'
import { HOUR_MS, joinDrive, someBytes, type TestDrive } from '../testing.ts'
import { parseChecksum } from '../tus/checksum.ts'
import { checksumsOf } from './blob-checksums.ts'

const BYTES = someBytes(100_000)
const SHA1 = createHash('sha1').update(BYTES).digest()

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())

  test('the checksum of a whole upload is kept, also for copies and restored versions', async () => {
    const drive = await open()
    const id = await send(drive, 'a.bin', [BYTES])
    const sent = [{ algorithm: 'sha1', value: SHA1.toString('hex') }]
    expect(await checksums(drive, id)).toEqual(sent)

    await drive.tasks.begin('ana', 'copy', { ids: [id], parentId: 'root', conflict: 'rename' })
    const { nodes } = await drive.nodes.list('ana', 'root', { size: 10, token: undefined })
    for (const node of nodes) expect(await checksums(drive, node.id)).toEqual(sent)
    expect(nodes).toHaveLength(2)

    const first = (await drive.nodes.get('ana', id)).node.version_id ?? ''
    await drive.upload('ana', 'a.bin', Buffer.from('other'), { conflict: 'replace' })
    expect(await checksums(drive, id)).toEqual([])
    await drive.versions.restore('ana', id, first)
    expect(await checksums(drive, id)).toEqual(sent)
  })

  test('the checksum of a part and a wrong checksum are not kept', async () => {
    const drive = await open()
    const id = await send(drive, 'parts.bin', [BYTES.subarray(0, 60_000), BYTES.subarray(60_000)])
    expect(await checksums(drive, id)).toEqual([])
    const other = Buffer.concat([BYTES.subarray(1), BYTES.subarray(0, 1)])
    const wrong = {
      body: chunked(other),
      checksum: parseChecksum(`sha1 ${SHA1.toString('base64')}`),
    }
    const upload = newTusUpload('wrong.bin', other.length)
    await expect(drive.tus.create('ana', upload, wrong)).rejects.toThrow(/checksum/)
    expect(await allChecksums(drive)).toEqual([])
  })

  test('checksums are removed with their content or drive and stay when the drive is merged', async () => {
    const drive = await open()
    const id = await send(drive, 'a.bin', [BYTES], 'guest')
    const move = { from: 'guest', to: 'ana', folderName: 'Guest' }
    await drive.db.write((writer) => handOverDrive(drive, writer, move))
    expect(await checksums(drive, id)).toHaveLength(1)
    await drive.tasks.begin('ana', 'delete', { ids: [id] })
    await drive.runner.run()
    drive.clock.advance(1000 * HOUR_MS)
    await drive.cleanUp()
    expect(await allChecksums(drive)).toEqual([])

    await send(drive, 'b.bin', [BYTES])
    expect(await allChecksums(drive)).toHaveLength(1)
    await removeDrive(drive, 'ana')
    expect(await allChecksums(drive)).toEqual([])
  })
})

/** Sends a file by tus, each part with its own checksum, and gives the id of its node. */
async function send(
  { tus }: TestDrive,
  name: string,
  parts: readonly Buffer[],
  sub = 'ana',
): Promise<string> {
  const size = parts.reduce((sum, { length }) => sum + length, 0)
  let state = await tus.create(sub, newTusUpload(name, size))
  for (const part of parts) {
    const digest = createHash('sha1').update(part).digest('base64')
    state = await tus.append(sub, state.upload.id, {
      offset: state.offset,
      body: chunked(part),
      checksum: parseChecksum(`sha1 ${digest}`),
    })
  }
  return state.upload.committed_node_id ?? ''
}

function newTusUpload(name: string, sizeBytes: number) {
  const metadata = `filename ${Buffer.from(name).toString('base64')}`
  return { sizeBytes, metadata, concat: { kind: 'whole' } as const }
}

async function checksums(drive: TestDrive, nodeId: string) {
  const { node } = await drive.nodes.get('ana', nodeId)
  const version = node.version_id ?? ''
  const found = await drive.db.read((reader) => checksumsOf(reader, node.drive_id, [version]))
  return found.get(version) ?? []
}

function allChecksums({ db }: TestDrive) {
  return db.read((reader) => reader.selectFrom('blob_checksums').selectAll().execute())
}
