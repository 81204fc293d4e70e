import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { openDatabase } from '../../db/open-database.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { joinDrive } from '../testing.ts'
import { createDataFolder } from '../testing-killed.ts'
import { findMiscounts, pathsBelow, plant } from '../testing-tree.ts'
import { LEASE_MS } from './task-runner.ts'

const CHILD = fileURLToPath(new URL('./killed.child.ts', import.meta.url))

/** Works on the open tasks in a process of its own that is killed at that step. */
async function runUntilKilled(folder: string, moment: string, step: number): Promise<void> {
  const child = spawn(process.execPath, [CHILD, folder, moment, String(step)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGKILL')
}

async function openIn(folder: string, laterMs = 0) {
  const db = await openDatabase({ kind: 'sqlite', path: join(folder, 'awan.sqlite') })
  const clock = new ManualClock(Date.now() + laterMs)
  return {
    ...joinDrive(db, createMemoryBlobStore(), { clock }),
    [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
  }
}

const wanted = { folders: 9, files: 90 }

async function prepare(folder: string, kind: 'copy' | 'delete' | 'delete all') {
  await using drive = await openIn(folder)
  const { id } = await drive.nodes.createFolder('ana', {
    parentId: 'root',
    name: 'a',
    conflict: 'fail',
  })
  const { nodes, bytes } = await plant(drive, 'ana', id, wanted)
  const ids = [id]
  const trash = { place: 'trash' as const, filter: {}, exceptIds: [] }
  if (kind === 'delete all') await drive.tasks.begin('ana', 'trash', { ids })
  const task =
    kind !== 'copy'
      ? await drive.tasks.begin('ana', 'delete', kind === 'delete' ? { ids } : { inside: trash })
      : await drive.tasks.begin('ana', 'copy', { ids, parentId: 'root', conflict: 'rename' })
  return { id, taskId: task.id, nodes, bytes }
}

test.each([
  ['in', 1],
  ['after', 1],
  ['in', 3],
] as const)(
  'a copy that was killed %s step %i is completed after a restart',
  async (moment, step) => {
    const folder = await createDataFolder()
    const { id, taskId, nodes, bytes } = await prepare(folder, 'copy')
    await runUntilKilled(folder, moment, step)
    await using drive = await openIn(folder, LEASE_MS)
    expect(await findMiscounts(drive)).toEqual([])
    expect((await drive.tasks.get('ana', taskId)).phase).toBe('running')
    await drive.runner.run()
    expect(await drive.tasks.get('ana', taskId)).toMatchObject({
      phase: 'complete',
      done: nodes + 1,
    })
    const { nodes: listed } = await drive.nodes.list('ana', 'root', { size: 9, token: undefined })
    expect(listed.map(({ name }) => name)).toEqual(['a', 'a (2)'])
    expect(await pathsBelow(drive, listed[1]?.id ?? '')).toEqual(await pathsBelow(drive, id))
    expect((await drive.drives.of('ana')).used_bytes).toBe(2 * bytes)
    expect(await findMiscounts(drive)).toEqual([])
  },
)

test.each([
  ['in', 1, 'delete'],
  ['after', 2, 'delete'],
  ['in', 3, 'delete'],
  ['in', 1, 'delete all'],
] as const)(
  'a deletion that was killed %s step %i of %s is completed after a restart and leaves nothing',
  async (moment, step, kind) => {
    const folder = await createDataFolder()
    const { taskId, nodes } = await prepare(folder, kind)
    await runUntilKilled(folder, moment, step)
    await using drive = await openIn(folder, LEASE_MS)
    await drive.runner.run()
    expect(await drive.tasks.get('ana', taskId)).toMatchObject({
      phase: 'complete',
      done: nodes + 1,
    })
    const left = await drive.db.read((r) => r.selectFrom('nodes').select('parent_id').execute())
    expect(left).toEqual([{ parent_id: null }])
    expect((await drive.drives.of('ana')).used_bytes).toBe(0)
    expect(await findMiscounts(drive)).toEqual([])
  },
)
