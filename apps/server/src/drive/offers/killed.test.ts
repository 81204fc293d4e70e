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
import { openOffers } from './testing.ts'

const CHILD = fileURLToPath(new URL('../across/killed.child.ts', import.meta.url))

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
  return { db, blobs, [Symbol.asyncDispose]: () => db[Symbol.asyncDispose]() }
}

test('an accepted offer that was killed at any of its transactions or copies is handed over once after a restart', {
  timeout: 300_000,
}, async () => {
  const prepared = await createDataFolder()
  const accepted = await prepare(prepared)
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
      expect(await drive.tasks.get('ben', accepted), place).toMatchObject({
        phase: 'complete',
        failures: '{"count":0,"first":[]}',
      })
      const here = await drive.nodes.list('ben', 'root', { size: 9, token: undefined })
      expect(
        here.nodes.map(({ name }) => name),
        place,
      ).toEqual(['trip'])
      const given = await parts.db.read((reader) =>
        reader
          .selectFrom('grants')
          .select(['grantee', 'role'])
          .where('drive_id', '=', here.nodes[0]?.drive_id ?? '')
          .orderBy('grantee')
          .execute(),
      )
      expect(given, place).toEqual([
        { grantee: 'person:ana', role: 'editor' },
        { grantee: 'person:eva', role: 'viewer' },
      ])
      const told = await parts.db.read((reader) =>
        reader
          .selectFrom('inbox_messages')
          .select('state')
          .where('kind', '=', 'transfer_answered')
          .execute(),
      )
      expect(told, place).toEqual([{ state: 'accepted' }])
    }
  }
  expect(kills).toBeGreaterThanOrEqual(10)
})

/** Gives the task of an offer that was accepted and whose move has not begun. */
async function prepare(folder: string): Promise<string> {
  await using parts = await openIn(folder)
  const { offer, accept, grants, ana, trip } = await openOffers(parts.db, parts)
  await grants.create(ana, {
    nodeId: trip.id,
    role: 'viewer',
    grantee: { kind: 'person', sub: 'eva' },
  })
  return (await accept((await offer()).id)).id
}
