import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { BLOCK_BYTES } from '@awan/protocol'
import { expect, test } from 'vitest'
import { openDiskBlobStore } from '../../blobs/disk.ts'
import { openDatabase } from '../../db/open-database.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { joinDrive, sent, someBytes, UPLOAD_TTL_MS } from '../testing.ts'
import { createDataFolder } from '../testing-killed.ts'
import { parseText } from './block-ranges.ts'

const CHILD = fileURLToPath(new URL('./killed.child.ts', import.meta.url))

/** Runs an upload in a process of its own that is killed at the named moment. */
async function uploadUntilKilled(folder: string, moment: string): Promise<string> {
  const child = spawn(process.execPath, [CHILD, folder, moment], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [, signal]] = await Promise.all([buffer(child.stdout), once(child, 'close')])
  expect(signal).toBe('SIGKILL')
  return output.toString()
}

async function reopen(folder: string, clock = new ManualClock(Date.now())) {
  const db = await openDatabase({ kind: 'sqlite', path: join(folder, 'awan.sqlite') })
  const blobs = await openDiskBlobStore({ path: join(folder, 'blobs') })
  return {
    ...joinDrive(db, blobs, { clock }),
    async [Symbol.asyncDispose]() {
      await blobs[Symbol.asyncDispose]()
      await db[Symbol.asyncDispose]()
    },
  }
}

const bytes = someBytes(4 * BLOCK_BYTES)

test('an upload killed in the middle of a request resumes from its acknowledged blocks', async () => {
  const folder = await createDataFolder()
  const id = await uploadUntilKilled(folder, 'second request')
  await using drive = await reopen(folder)
  expect(parseText((await drive.uploads.get('ana', id)).missing)).toEqual([[2, 3]])
  await drive.uploads.receive('ana', id, sent(2, bytes.subarray(2 * BLOCK_BYTES)))
  const file = await drive.uploads.commit('ana', id, 'fail')
  const content = await drive.downloads.open('ana', file.id)
  expect(bytes.equals(await buffer(await content.read()))).toBe(true)
})

test('a commit killed between sealing and the transaction can be repeated', async () => {
  const folder = await createDataFolder()
  const id = await uploadUntilKilled(folder, 'sealed')
  await using drive = await reopen(folder)
  const file = await drive.uploads.commit('ana', id, 'fail')
  const content = await drive.downloads.open('ana', file.id)
  expect(bytes.equals(await buffer(await content.read()))).toBe(true)
  expect((await drive.drives.of('ana')).used_bytes).toBe(bytes.length)
})

test.each(['created', 'second request', 'sealed'])(
  'a clean-up removes everything of an expired upload that was killed at: %s',
  async (moment) => {
    const folder = await createDataFolder()
    await uploadUntilKilled(folder, moment)
    await using drive = await reopen(folder)
    expect(await drive.listBlobs()).toHaveLength(1)
    drive.clock.advance(UPLOAD_TTL_MS + 60_000)
    await drive.cleanUp()
    expect(await drive.listBlobs()).toEqual([])
    expect((await drive.drives.of('ana')).used_bytes).toBe(0)
  },
)
