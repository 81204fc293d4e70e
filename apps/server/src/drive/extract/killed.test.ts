import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BLOCK_BYTES } from '@awan/protocol'
import { expect, test } from 'vitest'
import { openBlobStore } from '../../blobs/open-blob-store.ts'
import { openDatabase } from '../../db/open-database.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { packZip } from '../../kernel/zip/testing.ts'
import { ORPHAN_GRACE_MS } from '../contents/collect.ts'
import { LEASE_MS } from '../tasks/task-runner.ts'
import { joinDrive, someBytes } from '../testing.ts'
import { createDataFolder } from '../testing-killed.ts'
import { findMiscounts } from '../testing-tree.ts'
import { beginExtract, digest, readTree } from './testing.ts'

const CHILD = fileURLToPath(new URL('./killed.child.ts', import.meta.url))
const LARGE = someBytes(2 * BLOCK_BYTES + 321)
const MEDIUM = someBytes(100_000)
const SMALL = Buffer.from('hello')

const ZIP = packZip([
  ...Array.from({ length: 210 }, (_, i) => ({ name: `small/${i}`, bytes: SMALL })),
  { name: 'medium', bytes: MEDIUM },
  { name: 'large', bytes: LARGE },
  { name: 'stored', bytes: LARGE, method: 0 },
  { name: 'last', bytes: SMALL },
])

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
  const dispose = () => db[Symbol.asyncDispose]()
  return { ...joinDrive(db, blobs, { clock }), [Symbol.asyncDispose]: dispose }
}

async function prepare(folder: string): Promise<string> {
  await using drive = await openIn(folder)
  const archive = await drive.upload('ana', 'a.zip', ZIP)
  const { id } = await beginExtract(drive, archive.id)
  return id
}

test.each([
  ['after', 1],
  ['in', 2],
  ['after', 2],
  ['blob seal', 1],
  ['after', 3],
  ['create', 1],
  ['receive', 1],
  ['receive', 3],
  ['seal', 1],
  ['receive', 5],
  ['in', 11],
] as const)(
  'an extraction that was killed %s time %i is completed after a restart, with each file once',
  async (moment, number) => {
    const folder = await createDataFolder()
    const taskId = await prepare(folder)
    await runUntilKilled(folder, moment, number)
    await using drive = await openIn(folder, LEASE_MS)
    await drive.runner.run()
    const { phase, failures, done } = await drive.tasks.get('ana', taskId)
    expect([phase, done, JSON.parse(failures).first]).toEqual(['complete', 214, []])
    const { 'a.zip': _, ...tree } = await readTree(drive)
    expect(Object.keys(tree)).toHaveLength(2 + 214)
    expect(tree['a/small/209']).toBe(digest(SMALL))
    expect(tree['a/medium']).toBe(digest(MEDIUM))
    expect(tree['a/large']).toBe(digest(LARGE))
    expect(tree['a/stored']).toBe(digest(LARGE))
    expect(tree['a/last']).toBe(digest(SMALL))
    expect(await drive.drives.of('ana')).toMatchObject({ reserved_bytes: 0 })
    // What was stored for a step that never came is an orphan, which goes after its grace.
    drive.clock.advance(2 * ORPHAN_GRACE_MS)
    await drive.cleanUp()
    expect(await drive.listBlobs()).toHaveLength(4)
    expect(await findMiscounts(drive)).toEqual([])
  },
)

test.each([
  ['create', 1],
  ['receive', 2],
  ['seal', 1],
] as const)(
  'an extraction that was killed %s time %i can be cancelled, and leaves nothing of the file on its way',
  async (moment, number) => {
    const folder = await createDataFolder()
    const taskId = await prepare(folder)
    await runUntilKilled(folder, moment, number)
    await using drive = await openIn(folder, LEASE_MS)
    expect((await drive.tasks.cancel('ana', taskId)).phase).toBe('cancelled')
    expect(Object.keys(await readTree(drive))).not.toContain('a/large')
    expect(await drive.drives.of('ana')).toMatchObject({ reserved_bytes: 0 })
    await expect.poll(async () => (await drive.listBlobs()).length).toBe(2)
    expect(await findMiscounts(drive)).toEqual([])
  },
)
