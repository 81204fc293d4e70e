import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openDiskBlobStore } from '../../blobs/disk.ts'
import { openDatabase } from '../../db/open-database.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { listFiles } from '../account-files/list-files.ts'
import { HOUR_MS, joinDrive, someBytes } from '../testing.ts'
import { createDataFolder } from '../testing-killed.ts'

const CHILD = fileURLToPath(new URL('./killed.child.ts', import.meta.url))

test.each([
  ['stored', [1]],
  ['answered', [1, 2]],
] as const)(
  'bundles that were answered are complete after the process is killed at: %s',
  async (moment, answered) => {
    const folder = await createDataFolder()
    const child = spawn(process.execPath, [CHILD, folder, moment], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [output, [, signal]] = await Promise.all([text(child.stdout), once(child, 'close')])
    expect(signal).toBe('SIGKILL')
    expect(output).toBe(answered.join(''))

    await using db = await openDatabase({ kind: 'sqlite', path: join(folder, 'awan.sqlite') })
    await using blobs = await openDiskBlobStore({ path: join(folder, 'blobs') })
    const drive = joinDrive(db, blobs, { clock: new ManualClock(Date.now()) })
    const files: string[] = []
    for await (const file of listFiles(drive, 'ana')) {
      if (file.path.endsWith('/')) continue
      files.push(file.path)
      const bytes = someBytes(file.sizeBytes, Number.parseInt(file.path, 10))
      expect(bytes.equals(await buffer(await file.open())), file.path).toBe(true)
    }
    expect(files).toHaveLength(4 * answered.length)
    const used = answered.length * (100 + 40_000 + 2_000 + 50_000)
    expect((await drive.drives.of('ana')).used_bytes).toBe(used)

    // What was stored for the other one is found by housekeeping, and nothing else.
    drive.clock.advance(25 * HOUR_MS)
    await drive.cleanUp()
    expect(await drive.listBlobs()).toHaveLength(2 * answered.length)
  },
)
