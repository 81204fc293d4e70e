import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openDiskBlobStore } from '../../blobs/disk.ts'
import { openDatabase } from '../../db/open-database.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { HOUR_MS, joinDrive, refusal } from '../testing.ts'
import { createDataFolder } from '../testing-killed.ts'
import { findMiscounts } from '../testing-tree.ts'
import { someImage } from './testing-images.ts'
import { LEASE_MS } from './thumbnail-runner.ts'

const CHILD = fileURLToPath(new URL('./killed.child.ts', import.meta.url))

async function openIn(folder: string, laterMs = 0) {
  const db = await openDatabase({ kind: 'sqlite', path: join(folder, 'awan.sqlite') })
  const blobs = await openDiskBlobStore({ path: join(folder, 'blobs') })
  const clock = new ManualClock(Date.now() + laterMs)
  return {
    ...joinDrive(db, blobs, { clock }),
    async [Symbol.asyncDispose]() {
      await db[Symbol.asyncDispose]()
      await blobs[Symbol.asyncDispose]()
    },
  }
}

test.each([0, 2, 3])(
  'a job killed after %i thumbnails is finished by the next process, and nothing else is left',
  async (pictures) => {
    const folder = await createDataFolder()
    const image = await someImage(300, 300)
    let id = ''
    {
      await using drive = await openIn(folder)
      id = (await drive.upload('ana', 'sea.jpg', image)).id
    }
    const child = spawn(process.execPath, [CHILD, folder, String(pictures)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    expect((await once(child, 'close'))[1]).toBe('SIGKILL')

    await using drive = await openIn(folder, LEASE_MS)
    expect(await refusal(drive.thumbnails.open('ana', id, 256))).toBe('aborted')
    expect(await drive.listBlobs()).toHaveLength(1 + pictures)
    await drive.thumbnails.runner.run()
    expect((await drive.thumbnails.open('ana', id, 256)).sizeBytes).toBeGreaterThan(0)
    drive.clock.advance(25 * HOUR_MS)
    await drive.cleanUp()
    expect(await drive.listBlobs()).toHaveLength(4)
    expect(await findMiscounts(drive)).toEqual([])
  },
)
