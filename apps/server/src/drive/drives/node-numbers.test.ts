import { describe, expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { Writer } from '../../db/database.ts'
import { migratePostgres, migrateSqlite } from '../../db/migrate.ts'
import { nodeNumbers } from '../../db/migrations/018-node-numbers.ts'
import { migrations } from '../../db/migrations/index.ts'
import { openPostgres } from '../../db/postgres.ts'
import { openSqlite } from '../../db/sqlite.ts'
import { onEachDatabase, usePostgresDatabases, useSqliteFiles } from '../../db/testing.ts'
import { openNodeByNumber } from '../access/open-node.ts'
import { handOverDrive } from '../account-files/hand-over-drive.ts'
import { historySteps } from '../history/testing.ts'
import { joinDrive, refusal, type TestDrive } from '../testing.ts'

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())

  test('a node keeps its number for life, and no other node on the server ever gets it', async () => {
    const drive = await open()
    const known = new Map<number, string>()
    const ofNode = new Map<string, number>()
    const look = async () => {
      for (const { id, number } of await numbersOf(drive)) {
        expect(known.get(number) ?? id).toBe(id)
        expect(ofNode.get(id) ?? number).toBe(number)
        known.set(number, id)
        ofNode.set(id, number)
      }
    }
    const steps = await Promise.all(
      ['ana', 'ben'].map((sub, seed) => historySteps(drive, sub, { count: 80, seed })),
    )
    for (const { run } of steps.flat()) {
      await run().catch(() => undefined)
      await look()
    }
    const ben = await drive.drives.of('ben')
    await drive.db.write((writer) =>
      handOverDrive(drive, writer, { from: 'ben', to: 'ana', folderName: 'Ben' }),
    )
    await look()
    const ana = await drive.as('ana')
    const { node } = await drive.nodes.get('ana', ben.root_id)
    const find = (number: number) =>
      drive.drives.read(ana, (reader, open) => openNodeByNumber(reader, open, number))
    expect(await find(node.number)).toEqual(node)
    expect(await refusal(find(1))).toBe('not_found')
    expect(node).toMatchObject({ name: 'Ben', number: ofNode.get(ben.root_id) })
    for (const { run } of await historySteps(drive, 'ana', { count: 40, seed: 9 })) {
      await run().catch(() => undefined)
      await look()
    }
    for (const number of known.keys()) {
      expect(Number.isSafeInteger(number)).toBe(true)
      expect(number).toBeGreaterThan(0)
    }
  })

  test('concurrent processes never give the same number twice', async () => {
    const db = await openDatabase()
    const processes = [1, 2, 3].map(() => joinDrive(db, createMemoryBlobStore()))
    await Promise.all(
      processes.flatMap((drive, p) =>
        ['ana', 'ben', `own ${p}`].map(async (sub) => {
          for (let n = 0; n < 10; n++) await drive.upload(sub, `f ${p} ${n}`, Buffer.from('1'))
        }),
      ),
    )
    const [first] = processes
    const numbers = first ? await numbersOf(first) : []
    expect(numbers).toHaveLength(5 + 90)
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(numbers.length)
  })

  test('a drive that has used up its range of numbers gets the next range', async () => {
    const drive = await open()
    const first = await drive.upload('ana', 'a', Buffer.from('1'))
    const ben = await drive.upload('ben', 'b', Buffer.from('1'))
    await drive.db.write((writer) =>
      writer
        .updateTable('drives')
        .set((row) => ({ numbers_until_seq: row('seq', '+', 2 ** 20) }))
        .where('owner_sub', '=', 'ana')
        .execute(),
    )
    const last = await drive.upload('ana', 'c', Buffer.from('1'))
    const next = await drive.upload('ana', 'd', Buffer.from('1'))
    expect(last.number).toBeGreaterThan(ben.number)
    expect(last.number - first.number).toBeGreaterThan(2 ** 24)
    expect(next.number - last.number).toBeLessThan(10)
  })
})

describe.each([
  { kind: 'SQLite', usePlaces: useSqliteFiles, migrate: migrateSqlite, openAt: openSqlite },
  {
    kind: 'PostgreSQL',
    usePlaces: usePostgresDatabases,
    migrate: migratePostgres,
    openAt: openPostgres,
  },
])('on $kind', ({ usePlaces, migrate, openAt }) => {
  const { place, cleanUp } = usePlaces()

  test('the migration numbers existing nodes, and new nodes get different numbers', async () => {
    const at = await place('empty')
    await migrate(at, migrations.slice(0, migrations.indexOf(nodeNumbers)))
    const old = cleanUp(openAt(at))
    await old.write(async (writer) => {
      for (const sub of ['ana', 'ben']) await insertOldDrive(writer, sub)
    })
    await old[Symbol.asyncDispose]()
    await migrate(at, migrations)
    const drive = joinDrive(cleanUp(openAt(at)), createMemoryBlobStore())
    const before = (await numbersOf(drive)).map(({ number }) => number)
    expect(before.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
    const made = [
      await drive.upload('ana', 'new', Buffer.from('1')),
      await drive.upload('ana', 'newer', Buffer.from('1')),
      await drive.upload('ben', 'new', Buffer.from('1')),
    ]
    const numbers = [...before, ...made.map(({ number }) => number)]
    expect(new Set(numbers).size).toBe(7)
    for (const { number } of made) expect(number).toBeGreaterThanOrEqual(2 ** 24)
  })
})

function numbersOf({ db }: TestDrive) {
  return db.read((reader) => reader.selectFrom('nodes').select(['id', 'number']).execute())
}

/** A drive with a folder, as it was before there were numbers. */
async function insertOldDrive(writer: Writer, sub: string): Promise<void> {
  const drive = { id: `drive of ${sub}`, owner_sub: sub, root_id: 'root', used_bytes: 0, seq: 70 }
  await writer
    .insertInto('drives')
    .values({ ...drive, created_at: 1 } as never)
    .execute()
  for (const [id, parent_id] of [
    ['root', null],
    ['folder', 'root'],
  ]) {
    const node = { drive_id: drive.id, id, parent_id, kind: 'folder', name: id, sort_key: `0${id}` }
    const rest = { size: 0, revision: 1, created_at: 1, modified_at: 1 }
    await writer
      .insertInto('nodes')
      .values({ ...node, ...rest } as never)
      .execute()
  }
}
