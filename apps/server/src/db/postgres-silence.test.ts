import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database, Reader, TimeLimits, Writer } from './database.ts'
import { type Migration, migratePostgres } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { openPostgres, type PostgresOptions } from './postgres.ts'
import { createPreparedQuery } from './prepared-query.ts'
import { patient, usePostgresDatabases } from './testing.ts'
import { Road } from './testing-road.ts'

// A host that is lost says nothing: what was connected to it stays silent, and new connections reach another one.

const { place, cleanUp } = usePostgresDatabases()

const SILENT_MS = 150
// A connection that is made at the moment of the silence is silent too: so long it is waited for.
const CONNECT_MS = 5_000

test('within ten seconds of a working database everything works again, with the usual limits', async () => {
  const road = await Road.to(await place())
  const db = cleanUp(openPostgres(road.url))
  await db.write((w) => insert(w, 'before'))
  await occupyAll(db)
  road.silence()
  const since = performance.now()
  const calls = Array.from({ length: 30 }, (_, i) =>
    i % 3 === 0 ? db.write((w) => insert(w, `${i}`)) : i % 3 === 1 ? db.read(names) : find(db),
  )
  await Promise.all(calls)
  expect(performance.now() - since).toBeLessThan(10_000)
  expect(await db.read(names)).toHaveLength(11)
}, 30_000)

test('idle connections that have gone silent are replaced, and no caller notices', async () => {
  const { road, db } = await open()
  await occupyAll(db)
  road.silence()
  await db.write((w) => insert(w, 'a'))
  expect(await db.read(names)).toEqual(['a'])
  expect(await find(db)).toEqual({ name: 'a' })
})

test('transactions on silent connections are refused, and those that wait behind them go on', async () => {
  const { road, db } = await open({ maxConnections: 2 })
  const isRead = Promise.withResolvers<void>()
  const isWritten = Promise.withResolvers<void>()
  const silent = Promise.withResolvers<void>()
  const reading = db.read(async (r) => {
    await names(r)
    isRead.resolve()
    await silent.promise
    return names(r)
  })
  const writing = db.write(async (w) => {
    await insert(w, 'undone')
    isWritten.resolve()
    await silent.promise
    await insert(w, 'undone too')
  })
  await Promise.all([isRead.promise, isWritten.promise])
  const waiting = Promise.all([db.read(names), db.write((w) => insert(w, 'after')), find(db)])
  road.silence()
  silent.resolve()
  await expect(reading).rejects.toMatchObject({ error: 'unavailable' })
  await expect(writing).rejects.toMatchObject({ error: 'unavailable' })
  await waiting
  expect(await db.read(names)).toEqual(['after'])
})

test('a row that a silent transaction has locked is free again at once', async () => {
  const { road, db } = await open()
  await db.write((w) => insert(w, 'drive'))
  const locked = db.write(async (w) => {
    await touch(w, 'drive')
    road.silence()
    await touch(w, 'drive')
  })
  await expect(locked).rejects.toMatchObject({ error: 'unavailable' })
  await db.write((w) => touch(w, 'drive'))
  const rows = await db.read((r) => r.selectFrom('secrets').select('created_at').execute())
  expect(rows).toEqual([{ created_at: 1 }])
})

test('a write whose commit is answered by silence is refused, runs once, and may be there', async () => {
  const { road, db } = await open()
  let runs = 0
  let ran = false
  const writing = db.write(async (w) => {
    runs++
    w.afterCommit(() => {
      ran = true
    })
    await insert(w, 'committed')
    road.silence('answers')
  })
  await expect(writing).rejects.toMatchObject({ error: 'unavailable' })
  expect({ runs, ran }).toEqual({ runs: 1, ran: false })
  expect(await db.read(names)).toEqual(['committed'])
})

test('a query that takes its time is left alone, at work or waiting for a lock', async () => {
  const { db } = await open()
  await db.write((w) => insert(w, 'a'))
  const slow = sql.raw<number>(`length(pg_sleep(${(6 * SILENT_MS) / 1000})::text)`).as('slept')
  const select = (r: Reader) => r.selectNoFrom(slow).executeTakeFirstOrThrow()
  const asked = Promise.withResolvers<void>()
  const [read, long] = await Promise.all([
    db.read(select),
    db.readLong(select),
    db.write(async (w) => {
      await touch(w, 'a')
      asked.resolve()
      await select(w)
    }),
    asked.promise.then(() => db.write((w) => touch(w, 'a'))),
  ])
  expect([read, long]).toEqual([{ slept: 0 }, { slept: 0 }])
  const rows = await db.read((r) => r.selectFrom('secrets').select('created_at').execute())
  expect(rows).toEqual([{ created_at: 2 }])
})

test('a channel whose connection has gone silent says that words were missed, and hears the next', async () => {
  const { road, db } = await open()
  const heard = Promise.withResolvers<string>()
  let listening = Promise.withResolvers<void>()
  const channel = db.openChannel('news')
  channel?.listen({ hear: heard.resolve, missed: () => listening.resolve() })
  await listening.promise
  listening = Promise.withResolvers()
  road.silence()
  await listening.promise
  channel?.send('it goes on')
  expect(await heard.promise).toBe('it goes on')
})

test('a query on which nothing can be found out ends at its deadline', async () => {
  const road = await Road.to(await place())
  const limits: Partial<TimeLimits> = { silentMs: SILENT_MS, readMs: 3_000 }
  const db = openPostgres(road.url, { timeLimits: limits, onProblem: () => undefined })
  cleanUp(db)
  await find(db)
  road.silence()
  road.refuse()
  await expect(find(db)).rejects.toMatchObject({ error: 'unavailable' })
  await road.open()
  expect(await find(db)).toBe(undefined)
})

test('closing does not wait for what is silent', async () => {
  const { road, db } = await open()
  const listening = Promise.withResolvers<void>()
  db.openChannel('news')?.listen({ hear: () => undefined, missed: listening.resolve })
  await listening.promise
  await occupyAll(db)
  road.silence()
  await db[Symbol.asyncDispose]()
})

test('a migration on a connection that goes silent fails, and the next start does it', async () => {
  const road = await Road.to(await place())
  let isLost = true
  const slow: Migration = {
    name: '999-slow',
    async up(schema, _types, { run }) {
      await run(sql.raw(`select pg_sleep(${(4 * SILENT_MS) / 1000})`))
      if (isLost) road.silence()
      await schema.createTable('slow').addColumn('id', 'text').execute()
    },
  }
  const migrate = () =>
    migratePostgres(road.url, [...migrations, slow], { silentMs: SILENT_MS, connectMs: CONNECT_MS })
  await expect(migrate()).rejects.toThrow('999-slow')
  isLost = false
  expect(await migrate()).toEqual(['999-slow'])
})

async function open(options: PostgresOptions = {}): Promise<{ road: Road; db: Database }> {
  const road = await Road.to(await place())
  const limits = patient({ ...options, timeLimits: { silentMs: SILENT_MS, connectMs: CONNECT_MS } })
  return { road, db: cleanUp(openPostgres(road.url, { ...options, ...limits })) }
}

/** The pool then has as many idle connections. */
async function occupyAll(db: Database): Promise<void> {
  let missing = 5
  const all = Promise.withResolvers<void>()
  const read = async (r: Reader) => {
    await names(r)
    if (--missing === 0) all.resolve()
    await all.promise
  }
  await Promise.all(Array.from({ length: missing }, () => db.read(read)))
}

const first = createPreparedQuery('test_first_secret', ['name'], (reader, { name }) =>
  reader.selectFrom('secrets').select('name').where('name', '>=', name).orderBy('name').limit(1),
)

function find(db: Database): Promise<{ name: string } | undefined> {
  return db.readOne(first, { name: '' })
}

async function names(reader: Reader): Promise<string[]> {
  const rows = await reader.selectFrom('secrets').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

async function insert(writer: Writer, name: string): Promise<void> {
  await writer.insertInto('secrets').values({ name, value: '', created_at: 0 }).execute()
}

async function touch(writer: Writer, name: string): Promise<void> {
  await writer
    .updateTable('secrets')
    .set((row) => ({ created_at: row('created_at', '+', 1) }))
    .where('name', '=', name)
    .execute()
}
