import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createId, systemRandom } from '../../kernel/id.ts'
import { handOverDrive } from '../account-files/hand-over-drive.ts'
import { listFiles } from '../account-files/list-files.ts'
import { removeDrive } from '../account-files/remove-drive.ts'
import { placeFile } from '../nodes/place-node.ts'
import { chargeQuota } from '../quota/quota.ts'
import {
  contentHash,
  HOUR_MS,
  onEachDrive,
  refusal,
  someBytes,
  type TestDrive,
} from '../testing.ts'
import { hashBlock } from './block-hash.ts'
import {
  addStoredVersion,
  dropContent,
  SMALL_CONTENT_BYTES,
  storeContent,
  toNewContent,
} from './store-content.ts'

/** A file without an upload: its content and its rows in one transaction. */
async function write(drive: TestDrive, sub: string, name: string, bytes: Buffer): Promise<string> {
  const content = toNewContent({ random: systemRandom, clock: drive.clock }, bytes)
  const stored = await storeContent(drive.blobs, content)
  const { id: driveId } = await drive.drives.of(sub)
  const id = createId(systemRandom, drive.clock.now())
  await drive.drives.transact(driveId, sub, async (transaction) => {
    const { writer, now } = transaction
    await chargeQuota(writer, driveId, bytes.length)
    const placement = { id, parentId: 'root', name, conflict: 'fail' } as const
    const { hash } = stored
    const file = { version_id: id, hash, size: bytes.length, mime_type: null, modified_at: now }
    await placeFile(transaction, placement, file)
    const version = { id, drive_id: driveId, node_id: id, created_at: now }
    addStoredVersion(writer, { ...version, name: null, created_by: sub }, stored)
  })
  return id
}

const rowsOf = ({ db }: TestDrive) =>
  db.read((reader) => reader.selectFrom('small_contents').select('blob_id').execute())

onEachDrive((open) => {
  test('small content is stored in a database row, larger content in the blob store, and both are read alike', async () => {
    const drive = await open()
    const sizes = [0, 1, SMALL_CONTENT_BYTES, SMALL_CONTENT_BYTES + 1]
    for (const size of sizes) {
      const bytes = someBytes(size)
      const id = await write(drive, 'ana', `${size}`, bytes)
      const content = await drive.downloads.open('ana', id)
      expect(content.hash).toBe(contentHash(bytes))
      expect(bytes.equals(await buffer(await content.read()))).toBe(true)
      if (size < 2) continue
      const range = { start: 1, end: size - 2 }
      expect(bytes.subarray(1, -1).equals(await buffer(await content.read(range)))).toBe(true)
      expect(await refusal(content.read({ start: 1, end: size }))).toBe('out_of_range')
    }
    expect(await rowsOf(drive)).toHaveLength(3)
    expect(await drive.listBlobs()).toHaveLength(1)
    const sum = sizes.reduce((all, size) => all + size, 0)
    expect((await drive.drives.of('ana')).used_bytes).toBe(sum)
  })

  test('new content has its hashes before it is stored, and stored content can be dropped again', async () => {
    const drive = await open()
    const bytes = someBytes(10)
    const content = toNewContent({ random: systemRandom, clock: drive.clock }, bytes)
    expect(content).toMatchObject({ blockHash: hashBlock(bytes), hash: contentHash(bytes) })
    const large = toNewContent(
      { random: systemRandom, clock: drive.clock },
      someBytes(SMALL_CONTENT_BYTES + 1),
    )
    const stored = await storeContent(drive.blobs, large)
    await dropContent(drive.blobs, stored)
    expect(await drive.listBlobs()).toEqual([])
  })

  test('small content is shared by copies and deleted a day after the last of them', async () => {
    const drive = await open()
    const id = await write(drive, 'ana', 'a', someBytes(10))
    const copying = { ids: [id], parentId: 'root', conflict: 'rename' } as const
    await drive.tasks.begin('ana', 'copy', copying)
    expect(await rowsOf(drive)).toHaveLength(1)
    await drive.tasks.begin('ana', 'delete', { ids: [id] })
    await drive.runner.run()
    drive.clock.advance(25 * HOUR_MS)
    await drive.cleanUp()
    expect(await rowsOf(drive)).toHaveLength(1)
    const { nodes } = await drive.nodes.list('ana', 'root', { size: 10, token: undefined })
    await drive.tasks.begin('ana', 'delete', { ids: nodes.map((node) => node.id) })
    await drive.runner.run()
    drive.clock.advance(25 * HOUR_MS)
    await drive.cleanUp()
    expect(await rowsOf(drive)).toEqual([])
  })

  test('small content moves with a merged drive and is deleted with a removed one', async () => {
    const drive = await open()
    await write(drive, 'AMS=1', 'a', Buffer.from('small'))
    await write(drive, 'ana', 'b', Buffer.from('other'))
    const move = { from: 'AMS=1', to: 'ana', folderName: 'Phone' }
    await drive.db.write((writer) => handOverDrive(drive, writer, move))
    const files: Record<string, string> = {}
    for await (const file of listFiles(drive, 'ana')) {
      if (!file.path.endsWith('/')) files[file.path] = String(await buffer(await file.open()))
    }
    expect(files).toEqual({ b: 'other', 'Phone/a': 'small' })
    await removeDrive(drive, 'ana')
    expect(await rowsOf(drive)).toEqual([])
  })
})
