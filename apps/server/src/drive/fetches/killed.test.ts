import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BLOCK_BYTES } from '@awan/protocol'
import { expect, test } from 'vitest'
import { openBlobStore } from '../../blobs/open-blob-store.ts'
import { openDatabase } from '../../db/open-database.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { ORPHAN_GRACE_MS } from '../contents/collect.ts'
import { LEASE_MS } from '../tasks/task-runner.ts'
import { joinDrive, someBytes } from '../testing.ts'
import { createDataFolder } from '../testing-killed.ts'
import { findMiscounts } from '../testing-tree.ts'
import { fetchFromHere, openSite, sends } from './testing.ts'

const CHILD = fileURLToPath(new URL('./killed.child.ts', import.meta.url))
const LARGE = someBytes(4 * BLOCK_BYTES + 321)

async function runUntilKilled(folder: string, moment: string, number: number): Promise<void> {
  const child = spawn(process.execPath, [CHILD, folder, moment, String(number)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGKILL')
}

async function openIn(folder: string, laterMs = 0) {
  const db = await openDatabase({ kind: 'sqlite', path: join(folder, 'awan.sqlite') })
  const blobs = await openBlobStore({ kind: 'disk', path: join(folder, 'blobs') })
  const clock = new ManualClock(Date.now() + laterMs)
  const fetches = { fetching: fetchFromHere({ clock }), partMs: 20, retryMs: 1 }
  return {
    ...joinDrive(db, blobs, { clock, fetches }),
    [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
  }
}

test.each([
  ['in', 1],
  ['after', 1],
  ['create', 1],
  ['in', 2],
  ['after', 2],
  ['receive', 1],
  ['receive', 3],
  ['grow', 1],
  ['grow', 3],
  ['seal', 1],
  ['seal', 2],
] as const)(
  'a fetch that was killed %s time %i is completed after a restart and leaves nothing behind',
  async (moment, number) => {
    const answer = (measured: boolean) => sends(() => LARGE, { etag: '"one"', measured })
    using site = await openSite({ '/a.bin': answer(true), '/b.bin': answer(false) })
    const urls = [`${site.url}/a.bin`, `${site.url}/b.bin`]
    const folder = await createDataFolder()
    const taskId = await prepare(folder, urls)
    await runUntilKilled(folder, moment, number)
    await using drive = await openIn(folder, LEASE_MS)
    await drive.runner.run()
    const { phase, failures } = await drive.tasks.get('ana', taskId)
    expect([phase, JSON.parse(failures).first]).toEqual(['complete', []])
    const { nodes } = await drive.nodes.list('ana', 'root', { size: 9, token: undefined })
    expect(nodes.map(({ name }) => name)).toEqual(['a.bin', 'b.bin'])
    for (const { id } of nodes) {
      const content = await drive.downloads.open('ana', id)
      expect(Buffer.concat(await (await content.read()).toArray()).equals(LARGE)).toBe(true)
    }
    expect(await drive.drives.of('ana')).toMatchObject({
      used_bytes: 2 * LARGE.length,
      reserved_bytes: 0,
    })
    // The other file may have been between its blob and its row at that moment: an orphan, which goes after its grace.
    drive.clock.advance(2 * ORPHAN_GRACE_MS)
    await drive.cleanUp()
    expect(await drive.listBlobs()).toHaveLength(2)
    expect(await findMiscounts(drive)).toEqual([])
  },
)

test.each([
  ['create', 1],
  ['in', 2],
  ['receive', 2],
  ['seal', 1],
] as const)(
  'a fetch that was killed %s time %i can be cancelled, and leaves nothing behind',
  async (moment, number) => {
    using site = await openSite({ '/a.bin': sends(() => LARGE, { etag: '"one"' }) })
    const folder = await createDataFolder()
    const taskId = await prepare(folder, [`${site.url}/a.bin`])
    await runUntilKilled(folder, moment, number)
    await using drive = await openIn(folder, LEASE_MS)
    expect((await drive.tasks.cancel('ana', taskId)).phase).toBe('cancelled')
    expect(await drive.drives.of('ana')).toMatchObject({ used_bytes: 0, reserved_bytes: 0 })
    await expect.poll(() => drive.listBlobs()).toEqual([])
    expect(await findMiscounts(drive)).toEqual([])
  },
)

async function prepare(folder: string, urls: string[]): Promise<string> {
  await using drive = await openIn(folder)
  const wanted = { urls, parentId: 'root', conflict: 'rename' } as const
  const { id } = await drive.tasks.begin('ana', 'fetch', wanted)
  return id
}
