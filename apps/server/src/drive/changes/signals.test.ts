import { ServiceError } from '@awan/protocol/errors'
import { describe, expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { Database } from '../../db/database.ts'
import { openPostgres } from '../../db/postgres.ts'
import { openSqlite } from '../../db/sqlite.ts'
import { type TestPlaces, usePostgresDatabases, useSqliteFiles } from '../../db/testing.ts'
import { joinDrive, type TestDrive } from '../testing.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

describe('on SQLite', () =>
  wakeAcrossProcesses(useSqliteFiles(), openSqlite, {
    // There is no other way than to look.
    lookEveryMs: 20,
  }))
describe('on PostgreSQL', () =>
  wakeAcrossProcesses(usePostgresDatabases(), openPostgres, { lookEveryMs: HOUR_MS }))

function wakeAcrossProcesses(
  { place, cleanUp }: TestPlaces,
  openDatabase: (place: string) => Database,
  options: { lookEveryMs: number },
): void {
  /** Two servers on one database: nothing in one process is known to the other. */
  async function openTwo(more: { heartbeatMs?: number } = {}): Promise<[TestDrive, TestDrive]> {
    const where = await place()
    const openOne = () => {
      const db = cleanUp(openDatabase(where))
      const drive = joinDrive(db, createMemoryBlobStore(), { ...options, ...more })
      cleanUp(drive.signals)
      return drive
    }
    return [openOne(), openOne()]
  }

  const folder = (drive: TestDrive, name: string) =>
    drive.nodes.createFolder('ana', { parentId: 'root', name, conflict: 'fail' })

  test('a change on one server wakes a call that waits on another', async () => {
    const [here, there] = await openTwo()
    const ask = (cursor: string | undefined) =>
      here.following.follow('ana', { cursor, size: 10, waitMs: MINUTE_MS })
    let { cursor } = await ask(undefined)
    for (const name of ['a', 'b', 'c']) {
      const waiting = ask(cursor)
      await folder(there, name)
      const page = await waiting
      expect(page.changes).toMatchObject([{ node: { name } }])
      ;({ cursor } = page)
    }
  })

  test("the event stream sends the drive's seq at the start and at each change, on any server", async () => {
    const [here, there] = await openTwo()
    await folder(there, 'before')
    const stream = await here.following.events.open('ana', async () => {})
    const events = readEvents(stream)
    const { id } = await here.drives.of('ana')
    expect(await events.next()).toEqual({ drive_id: id, seq: 1 })
    await folder(here, 'here')
    expect(await events.next()).toEqual({ drive_id: id, seq: 2 })
    await folder(there, 'there')
    expect(await events.next()).toEqual({ drive_id: id, seq: 3 })
    here.following.stop()
    expect(await events.next()).toBeUndefined()
  })

  test('the event stream sends heartbeats and ends when the person loses access', async () => {
    const [here] = await openTwo({ heartbeatMs: 10 })
    const problems = [
      undefined,
      new ServiceError('unavailable'),
      new ServiceError('unauthenticated'),
    ]
    let checks = 0
    const stream = await here.following.events.open('ana', async () => {
      const problem = problems[checks++]
      if (problem) throw problem
    })
    let text = ''
    for await (const chunk of stream) text += chunk
    expect(text.match(/^: $/gm)).toHaveLength(2)
    expect(checks).toBe(3)
  })
}

/** Those of the drive itself. */
function readEvents(stream: AsyncIterable<unknown>) {
  const chunks = stream[Symbol.asyncIterator]()
  let text = ''
  return {
    async next(): Promise<unknown> {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end >= 0) {
          const event = text.slice(0, end)
          text = text.slice(end + 2)
          if (!event.startsWith('event: seq\n')) continue
          return JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? 'null')
        }
        const { value, done } = await chunks.next()
        if (done) return undefined
        text += value
      }
    },
  }
}
