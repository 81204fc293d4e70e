import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openBlobStore } from '../../blobs/open-blob-store.ts'
import { createTestFolder } from '../../blobs/testing.ts'
import { openDatabase } from '../../db/open-database.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { LEASE_MS } from '../tasks/task-runner.ts'
import { joinDrive } from '../testing.ts'
import { createDataFolder } from '../testing-killed.ts'
import { findMiscounts, pathsBelow } from '../testing-tree.ts'
import { LARGE, openAcross, SMALL } from './testing.ts'

const CHILD = fileURLToPath(new URL('./killed.child.ts', import.meta.url))

/** Whether it was killed: false when the work had fewer moments. */
async function runUntilKilled(folder: string, moment: string, number: number): Promise<boolean> {
  const child = spawn(process.execPath, [CHILD, folder, moment, String(number)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code, signal] = await once(child, 'close')
  expect(signal === 'SIGKILL' || code === 3, `${code} ${signal}`).toBe(true)
  return signal === 'SIGKILL'
}

async function openIn(folder: string) {
  const db = await openDatabase({ kind: 'sqlite', path: join(folder, 'awan.sqlite') })
  const blobs = await openBlobStore({ kind: 'disk', path: join(folder, 'blobs') })
  return {
    ...{ db, blobs },
    [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
  }
}

/** A move that was begun, and perhaps undone: what the drives hold before and after it. */
async function prepare(folder: string, isUndone: boolean) {
  await using parts = await openIn(folder)
  const world = await openAcross(parts.db, parts)
  const loose = await world.upload('ana', 'loose.bin', LARGE, { parentId: world.album.id })
  await world.share('editor')
  const ids = [world.trip.id, loose.id]
  const moved = await world.across.move(world.ben, world.fromAna, world.placing(ids))
  if (!isUndone) return { taskId: moved.id, paths: await pathsBelow(world, world.trip.id) }
  await world.runner.run()
  const undo = await world.tasks.undo('ben', moved.id)
  return { taskId: undo.id, paths: await pathsBelow(world, world.trip.id) }
}

test.each([
  ['a move from another drive', false],
  ['the undoing of a move from another drive', true],
] as const)(
  '%s that was killed at any of its transactions or copies is completed after a restart',
  { timeout: 300_000 },
  async (_, isUndone) => {
    const prepared = await createDataFolder()
    const { taskId, paths } = await prepare(prepared, isUndone)
    let kills = 0
    for (const moment of ['in', 'after', 'copy']) {
      for (let number = 1; ; number++) {
        const folder = await createTestFolder()
        await cp(prepared, folder, { recursive: true })
        if (!(await runUntilKilled(folder, moment, number))) break
        kills++
        await using parts = await openIn(folder)
        const clock = new ManualClock(Date.now() + LEASE_MS)
        const drive = joinDrive(parts.db, parts.blobs, { clock })
        await drive.runner.run()
        const place = `killed at ${moment} ${number}`
        expect(await drive.tasks.get('ben', taskId), place).toMatchObject({
          phase: 'complete',
          failures: '{"count":0,"first":[]}',
          reserved: 0,
        })
        const left = isUndone ? 'ana' : 'ben'
        const names = async (sub: string, id = 'root') =>
          (await drive.nodes.list(sub, id, { size: 9, token: undefined })).nodes
        const album = (await names('ana'))[0]?.id
        const here = await names(left, left === 'ana' ? album : 'root')
        expect(
          here.map(({ name }) => name),
          place,
        ).toEqual(['trip', 'loose.bin'])
        expect(await pathsBelow(drive, here[0]?.id ?? ''), place).toEqual(paths)
        const there = await names(isUndone ? 'ben' : 'ana', isUndone ? 'root' : album)
        expect(there, place).toEqual([])
        expect((await drive.drives.of('ben')).reserved_bytes, place).toBe(0)
        expect(await findMiscounts(drive), place).toEqual([])
        const bytes = 2 * LARGE.length + SMALL.length
        expect((await drive.drives.of('ben')).used_bytes, place).toBe(bytes)
        const kept = await parts.db.read((r) => r.selectFrom('nodes').select('id').execute())
        // Two roots, the album, and the five that were moved, in both drives.
        expect(kept.length, place).toBe(3 + 2 * 5)
      }
    }
    expect(kills).toBeGreaterThanOrEqual(isUndone ? 6 : 10)
  },
)
