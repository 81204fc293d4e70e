import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Database, Reader, Writer } from './database.ts'
import { openPostgres } from './postgres.ts'
import { createPreparedQuery } from './prepared-query.ts'
import { usePostgresDatabases } from './testing.ts'
import { Road } from './testing-road.ts'

const { place, cleanUp } = usePostgresDatabases()

test('two writes in a deadlock are retried and both succeed', async () => {
  const db = await open()
  await db.write(async (w) => {
    await insert(w, 'a')
    await insert(w, 'b')
  })
  const bothHoldOne = barrier(2)
  let runs = 0
  let effects = 0
  const touch = (first: string, second: string) =>
    db.write(async (w) => {
      runs++
      w.afterCommit(() => effects++)
      await add(w, first)
      if (runs <= 2) await bothHoldOne()
      await add(w, second)
    })
  await Promise.all([touch('a', 'b'), touch('b', 'a')])
  expect(runs).toBe(3)
  expect(effects).toBe(2)
  const rows = await db.read((r) => r.selectFrom('secrets').select('created_at').execute())
  expect(rows.map((row) => row.created_at)).toEqual([2, 2])
})

test('a write conflict is retried even when the transaction turns it into another error', async () => {
  const db = await openColliding()
  let runs = 0
  const writing = db.write(async (w) => {
    runs++
    if (runs > 1) return 'repeated'
    try {
      await insert(w, 'collides')
    } catch (cause) {
      throw new Error('something else', { cause })
    }
    return 'not reached'
  })
  expect(await writing).toBe('repeated')
})

test('a write that always conflicts gives up with aborted after five tries', async () => {
  const db = await openColliding()
  let runs = 0
  const writing = db.write(async (w) => {
    runs++
    await insert(w, 'collides')
  })
  await expect(writing).rejects.toMatchObject({ error: 'aborted' })
  expect(runs).toBe(5)
})

test('a write that swallows a failed query is rejected and rolled back', async () => {
  const db = await open()
  let ran = false
  const writing = db.write(async (w) => {
    w.afterCommit(() => {
      ran = true
    })
    await insert(w, 'a')
    await insert(w, 'a').catch(() => undefined)
  })
  await expect(writing).rejects.toMatchObject({ code: '23505' })
  expect(ran).toBe(false)
  expect(await db.read(names)).toEqual([])
})

test('when the commit itself fails, the write is rejected and its effects do not run', async () => {
  const url = await place()
  await query(
    url,
    'create table orphans (parent text references secrets (name) deferrable initially deferred)',
  )
  const db = cleanUp(openPostgres(url))
  let ran = false
  const writing = db.write(async (w) => {
    w.afterCommit(() => {
      ran = true
    })
    await insert(w, 'a')
    await w
      .insertInto('orphans' as never)
      .values({ parent: 'nobody' } as never)
      .execute()
  })
  await expect(writing).rejects.toMatchObject({ code: '23503' })
  expect(ran).toBe(false)
  expect(await db.read(names)).toEqual([])
})

test('a write is retried when a row that it references is deleted after being read', async () => {
  const url = await place()
  await query(url, 'create table children (parent text references secrets (name))')
  const db = cleanUp(openPostgres(url))
  await db.write((w) => insert(w, 'a'))
  let runs = 0
  const found = await db.write(async (w) => {
    const parents = await names(w)
    if (runs++ === 0) await query(url, "delete from secrets where name = 'a'")
    for (const parent of parents) {
      await w
        .insertInto('children' as never)
        .values({ parent } as never)
        .execute()
    }
    return parents
  })
  expect(found).toEqual([])
  expect(runs).toBe(2)
})

test('a write waits for the disk unless durable is false', async () => {
  const db = cleanUp(openPostgres(await place(), {}))
  const mode = (w: Writer) =>
    w
      .selectNoFrom(sql<string>`current_setting('synchronous_commit')`.as('mode'))
      .executeTakeFirstOrThrow()
  const usual = await db.write(mode)
  expect(await db.write(mode, { durable: false })).toEqual({ mode: 'off' })
  expect(await db.write(mode)).toEqual(usual)
})

test('an integer too large for a JavaScript number is refused, not rounded', async () => {
  const db = await open()
  const select = (text: string) =>
    db.read((r) => r.selectNoFrom(sql.raw<number>(text).as('n')).executeTakeFirstOrThrow())
  expect(await select('9007199254740991::bigint')).toEqual({ n: 9007199254740991 })
  expect(await select('1.5::numeric')).toEqual({ n: 1.5 })
  await expect(select('9007199254740992::bigint')).rejects.toThrow('too large')
  await expect(select('1e20::numeric')).rejects.toThrow('too large')
  expect(await db.read(names)).toEqual([])
})

test('connections that the server closes, idle or in use, are replaced', async () => {
  const url = await place()
  const problems: Error[] = []
  const db = cleanUp(openPostgres(url, { onProblem: (problem) => problems.push(problem) }))
  const allRead = barrier(3)
  await Promise.all(Array.from({ length: 3 }, () => db.read((r) => names(r).then(allRead))))

  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const inUse = db.write(async (w) => {
    await insert(w, 'undone')
    begun.resolve()
    await ended.promise
    await insert(w, 'undone too')
  })
  await begun.promise
  await query(
    url,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  ended.resolve()
  await expect(inUse).rejects.toMatchObject({ error: 'unavailable' })
  await db.write((w) => insert(w, 'after'))
  expect(await db.read(names)).toEqual(['after'])
})

test('a prepared query whose idle connection has died uses another one', async () => {
  const url = await place()
  const db = cleanUp(openPostgres(url, { onProblem: () => undefined }))
  await db.write((w) => insert(w, 'a'))
  const first = createPreparedQuery('test_first', ['name'], (reader, { name }) =>
    reader.selectFrom('secrets').select('name').where('name', '=', name),
  )
  await db.readOne(first, { name: 'a' })
  await query(
    url,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  expect(await db.readOne(first, { name: 'a' })).toEqual({ name: 'a' })
})

test('while the server is unreachable calls answer unavailable, and they work again when it is back', async () => {
  const url = await place()
  const road = await Road.to(url)
  const db = cleanUp(openPostgres(road.url, { onProblem: () => undefined }))
  await db.write((w) => insert(w, 'before'))

  await road.close()
  await expect(db.read(names)).rejects.toMatchObject({ error: 'unavailable' })
  await expect(db.write((w) => insert(w, 'lost'))).rejects.toMatchObject({ error: 'unavailable' })
  await expect(db.check()).rejects.toMatchObject({ error: 'unavailable' })

  await road.open()
  await db.check()
  await db.write((w) => insert(w, 'after'))
  expect(await db.read(names)).toEqual(['after', 'before'])
})

test('a query that runs too long ends with deadline_exceeded', async () => {
  const db = cleanUp(openPostgres(await place(), { timeLimits: { readMs: 50 } }))
  const reading = db.read((r) => r.selectNoFrom(sql`pg_sleep(60)`.as('x')).execute())
  await expect(reading).rejects.toMatchObject({ error: 'deadline_exceeded' })
  expect(await db.read(names)).toEqual([])
})

test('transactions wait for a free connection, and answer unavailable after the maximum wait', async () => {
  const db = cleanUp(
    openPostgres(await place(), { maxConnections: 1, timeLimits: { waitMs: 1_000 } }),
  )
  const turns = Array.from({ length: 20 }, (_, i) => db.write((w) => insert(w, `${i}`)))
  await Promise.all(turns)
  const release = Promise.withResolvers<void>()
  const holding = db.read(() => release.promise)
  await expect(db.read(names)).rejects.toMatchObject({ error: 'unavailable' })
  release.resolve()
  await holding
  expect(await db.read(names)).toHaveLength(20)
})

test('a message sent on a channel just before closing is delivered', async () => {
  const url = await place()
  const heard = Promise.withResolvers<string>()
  const listening = Promise.withResolvers<void>()
  const other = cleanUp(openPostgres(url)).openChannel('news')
  other?.listen({ hear: heard.resolve, missed: listening.resolve })
  await listening.promise
  const problems: Error[] = []
  const db = openPostgres(url, { onProblem: (problem) => problems.push(problem) })
  db.openChannel('news')?.send('it is written')
  await db[Symbol.asyncDispose]()
  expect(await heard.promise).toBe('it is written')
  expect(problems).toEqual([])
})

async function open(): Promise<Database> {
  return cleanUp(openPostgres(await place()))
}

/** Resolves for all once so many have come. */
function barrier(count: number): () => Promise<void> {
  const all = Promise.withResolvers<void>()
  let missing = count
  return () => {
    if (--missing <= 0) all.resolve()
    return all.promise
  }
}

/** A database whose server raises a serialization failure for one name. */
async function openColliding(): Promise<Database> {
  const url = await place()
  await query(
    url,
    `create function collide() returns trigger language plpgsql as $$
       begin raise exception using errcode = '40001'; end $$;
     create trigger collide before insert on secrets for each row
       when (new.name = 'collides') execute function collide()`,
  )
  return cleanUp(openPostgres(url))
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

async function names(reader: Reader): Promise<string[]> {
  const rows = await reader.selectFrom('secrets').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

async function insert(writer: Writer, name: string): Promise<void> {
  await writer.insertInto('secrets').values({ name, value: '', created_at: 0 }).execute()
}

async function add(writer: Writer, name: string): Promise<void> {
  await writer
    .updateTable('secrets')
    .set((e) => ({ created_at: e('created_at', '+', 1) }))
    .where('name', '=', name)
    .execute()
}
