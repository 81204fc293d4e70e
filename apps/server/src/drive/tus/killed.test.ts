import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { BLOCK_BYTES } from '@awan/protocol'
import { expect, test } from 'vitest'
import { openDiskBlobStore } from '../../blobs/disk.ts'
import { openDatabase } from '../../db/open-database.ts'
import { chunked } from '../test-bytes.ts'
import { joinDrive, refusal, someBytes, type TestDrive, UPLOAD_TTL_MS } from '../testing.ts'
import { createDataFolder } from '../testing-killed.ts'

const CHILD = fileURLToPath(new URL('./killed.child.ts', import.meta.url))

/** Runs an upload in a process of its own that is killed at the named moment; gives the ids it had. */
async function uploadUntilKilled(folder: string, moment: string): Promise<string[]> {
  const child = spawn(process.execPath, [CHILD, folder, moment], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [, signal]] = await Promise.all([buffer(child.stdout), once(child, 'close')])
  expect(signal).toBe('SIGKILL')
  return output.toString().trim().split(' ')
}

async function reopen(folder: string) {
  const db = await openDatabase({ kind: 'sqlite', path: join(folder, 'awan.sqlite') })
  const blobs = await openDiskBlobStore({ path: join(folder, 'blobs') })
  return {
    ...joinDrive(db, blobs),
    async [Symbol.asyncDispose]() {
      await blobs[Symbol.asyncDispose]()
      await db[Symbol.asyncDispose]()
    },
  }
}

const bytes = someBytes(2 * BLOCK_BYTES + 500)

async function expectWhole(drive: TestDrive, nodeId: string | null): Promise<void> {
  const content = await drive.downloads.open('ana', nodeId ?? '')
  expect(bytes.equals(await buffer(await content.read()))).toBe(true)
  expect((await drive.drives.of('ana')).used_bytes).toBe(bytes.length)
}

test.each([
  ['piece kept', 1000],
  ['amid a request', 1000],
  ['block stored', 2 * BLOCK_BYTES],
  ['committed', bytes.length],
])('an upload killed at "%s" resumes from its durable offset', async (moment, at) => {
  const folder = await createDataFolder()
  const [id = ''] = await uploadUntilKilled(folder, moment)
  await using drive = await reopen(folder)
  const { offset } = await drive.tus.get('ana', id)
  expect(offset).toBeGreaterThanOrEqual(at)
  const body = chunked(bytes.subarray(offset))
  const { upload } = await drive.tus.append('ana', id, { offset, body, checksum: undefined })
  await expectWhole(drive, upload.committed_node_id)
})

test.each(['parts copied', 'parts joined'])(
  'partial uploads killed at "%s" are joined by the next clean-up',
  async (moment) => {
    const folder = await createDataFolder()
    const [first = '', second = '', final = ''] = await uploadUntilKilled(folder, moment)
    await using drive = await reopen(folder)
    await drive.cleanUp()
    const { upload } = await drive.tus.get('ana', final)
    await expectWhole(drive, upload.committed_node_id)
    drive.clock.advance(UPLOAD_TTL_MS + 60_000)
    await drive.cleanUp()
    expect(await refusal(drive.tus.get('ana', first))).toBe('not_found')
    expect(await refusal(drive.tus.get('ana', second))).toBe('not_found')
    expect(await drive.listBlobs()).toEqual([upload.blob_id])
  },
)
