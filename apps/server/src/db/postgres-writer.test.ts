import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import {
  type Database,
  defaultTimeLimits,
  type Reader,
  type TimeLimits,
  type Writer,
} from './database.ts'
import { openPostgres, type PostgresOptions } from './postgres.ts'
import { PostgresTransactions } from './postgres-transactions.ts'
import { PostgresWriter } from './postgres-writer.ts'
import { createPreparedInsert } from './prepared-query.ts'
import { patient, usePostgresDatabases } from './testing.ts'
import { Road } from './testing-road.ts'

const { place, cleanUp } = usePostgresDatabases()
const QUEUE = { queue: 'drive' }
const LIGHT = { ...QUEUE, durable: false }

test('writes that wait in a queue keep no connection from others', async () => {
  const db = await open({ maxConnections: 4 })
  const held = await hold(db)
  const waiting = Array.from({ length: 50 }, (_, i) => db.write((w) => insert(w, `${i}`), QUEUE))
  await db.write((w) => insert(w, 'of another queue'), { queue: 'other' })
  await db.write((w) => insert(w, 'of none'))
  expect(await db.read(names)).toEqual(['of another queue', 'of none'])
  held.release()
  await Promise.all([held.end, ...waiting])
  expect(await db.read(names)).toHaveLength(52)
})

test('reads never wait for writers or for long reads', async () => {
  const db = await open({ maxConnections: 4 })
  const release = Promise.withResolvers<void>()
  const writing = Array.from({ length: 20 }, (_, i) =>
    db.write((w) => insert(w, `${i}`).then(() => release.promise)),
  )
  const reading = Array.from({ length: 20 }, () =>
    db.readLong((r) => names(r).then(() => release.promise)),
  )
  expect(await db.read(names)).toEqual([])
  await db.check()
  release.resolve()
  await Promise.all([...writing, ...reading])
  expect(await db.read(names)).toHaveLength(20)
})

test('a write that has waited too long in its queue is refused, and never runs', async () => {
  const db = await open({ timeLimits: { waitMs: 1_500 } })
  const held = await hold(db)
  let ran = false
  const waiting = db.write(async () => {
    ran = true
  }, QUEUE)
  await expect(waiting).rejects.toMatchObject({ error: 'unavailable' })
  held.release()
  await held.end
  await db.write((w) => insert(w, 'next'), QUEUE)
  expect(ran).toBe(false)
})

test('a write waits for the disk also when one before it, which does not, gives up while the transaction begins', async () => {
  const options = { ...patient(), maxConnections: 4, onProblem: () => undefined }
  const timeLimits = { ...defaultTimeLimits, ...options.timeLimits }
  const transactions = new HeldTransactions({ ...options, timeLimits, url: await place() })
  const limits = { ...timeLimits, waitMs: 1_500 }
  const writer = new PostgresWriter({ ...options, transactions, timeLimits: limits, maxAtOnce: 1 })
  const begun = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const running = writer.write(async () => {
    begun.resolve()
    await released
  }, QUEUE)
  await begun.promise
  const open = transactions.hold()
  const givesUp = writer.write(async () => undefined, LIGHT)
  release()
  await running
  await expect(givesUp).rejects.toMatchObject({ error: 'unavailable' })
  // The server of the tests waits for no disk; who has said so is told beside it.
  const source = sql<string>`(select source from pg_settings where name = 'synchronous_commit')`
  const next = writer.write(
    (w) => w.selectNoFrom(source.as('source')).executeTakeFirstOrThrow(),
    QUEUE,
  )
  open()
  expect((await next).source).not.toBe('session')
  await transactions.close()
})

test('writes that wait together share a transaction, in their order, and each sees those before', async () => {
  const db = await open()
  const held = await hold(db)
  const seen = Array.from({ length: 10 }, (_, i) =>
    db.write(async (w) => {
      await insert(w, `${i}`)
      return { names: await names(w), transaction: await transactionOf(w) }
    }, QUEUE),
  )
  held.release()
  const all = await Promise.all(seen)
  expect(new Set(all.map(({ transaction }) => transaction)).size).toBe(1)
  expect(all.map((one) => one.names.length)).toEqual(all.map((_, i) => i + 1))
})

test('what one of them has done is undone when it fails, and nothing of the others', async () => {
  const db = await open()
  const effects: string[] = []
  const outcomes = await together(db, [
    (w) => insert(w, 'a').then(() => w.afterCommit(() => effects.push('a'))),
    async (w) => {
      await insert(w, 'undone')
      w.afterCommit(() => effects.push('undone'))
      throw new Error('no')
    },
    async (w) => {
      await insert(w, 'undone too')
      await insert(w, 'a').catch(() => undefined)
    },
    (w) => insert(w, 'a'),
    (w) => insert(w, 'b').then(() => w.afterCommit(() => effects.push('b'))),
  ])
  expect(outcomes).toEqual(['done', 'no', '23505', '23505', 'done'])
  expect(await db.read(names)).toEqual(['a', 'b'])
  expect(effects).toEqual(['a', 'b'])
})

test('a posted change that fails refuses its own write alone', async () => {
  const db = await open()
  const post = (name: string) => async (w: Writer) => {
    w.post(secretInsert, { name, value: '', created_at: 0 })
  }
  const outcomes = await together(db, [
    post('a'),
    post('b'),
    post('a'),
    (w) => insert(w, 'c'),
    async () => {
      throw new Error('no')
    },
    post('b'),
    post('d'),
  ])
  expect(outcomes).toEqual(['done', 'done', '23505', 'done', 'no', '23505', 'done'])
  expect(await db.read(names)).toEqual(['a', 'b', 'c', 'd'])
})

test('a write that conflicts with another process is repeated, without the others being lost', async () => {
  const url = await place()
  await query(
    url,
    `create sequence tries;
     create function collide() returns trigger language plpgsql as $$
       begin
         if nextval('tries') < 3 then raise exception using errcode = '40001'; end if;
         return new;
       end $$;
     create trigger collide before insert on secrets for each row
       when (new.name = 'collides') execute function collide()`,
  )
  const db = cleanUp(openPostgres(url, patient()))
  const outcomes = await together(db, [
    (w) => insert(w, 'a'),
    (w) => insert(w, 'collides'),
    (w) => insert(w, 'b'),
  ])
  expect(outcomes).toEqual(['done', 'done', 'done'])
  expect(await db.read(names)).toEqual(['a', 'b', 'collides'])
})

test('one that takes too long is refused, and those that shared its transaction run again', async () => {
  const db = await open({ timeLimits: { writeMs: 2_000 } })
  let runs = 0
  const outcomes = await together(db, [
    (w) => {
      runs++
      return insert(w, 'a')
    },
    (w) => w.selectNoFrom(sql`pg_sleep(60)`.as('slept')).execute(),
    (w) => insert(w, 'b'),
  ])
  expect(outcomes).toEqual(['done', 'deadline_exceeded', 'done'])
  expect(runs).toBe(2)
  expect(await db.read(names)).toEqual(['a', 'b'])
})

test('when the answer to a shared commit is lost, nothing of it runs again', async () => {
  const road = await Road.to(await place())
  const db = cleanUp(
    openPostgres(road.url, patient({ timeLimits: { silentMs: 150, connectMs: 5_000 } })),
  )
  let runs = 0
  const outcomes = await together(db, [
    (w) => insert(w, 'a').then(() => runs++),
    async (w) => {
      await insert(w, 'b')
      runs++
      road.silence('answers')
    },
  ])
  expect(outcomes).toEqual(['unavailable', 'unavailable'])
  expect(runs).toBe(2)
  expect(await db.read(names)).toEqual(['a', 'b'])
})

test('a deferred rule that only the commit finds broken refuses its own write alone', async () => {
  const url = await place()
  await query(
    url,
    'create table orphans (parent text references secrets (name) deferrable initially deferred)',
  )
  const db = cleanUp(openPostgres(url, patient()))
  const outcomes = await together(db, [
    (w) => insert(w, 'a'),
    (w) =>
      w
        .insertInto('orphans' as never)
        .values({ parent: 'nobody' } as never)
        .execute(),
    (w) => insert(w, 'b'),
  ])
  expect(outcomes).toEqual(['done', '23503', 'done'])
  expect(await db.read(names)).toEqual(['a', 'b'])
})

/** Those that begin wait until they may. */
class HeldTransactions extends PostgresTransactions {
  #mayBegin: Promise<void> | undefined

  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#mayBegin = promise
    return resolve
  }

  override async begin(text: string): ReturnType<PostgresTransactions['begin']> {
    await this.#mayBegin
    return super.begin(text)
  }
}

async function open(options: PostgresOptions = {}): Promise<Database> {
  const limits: Partial<TimeLimits> = options.timeLimits ?? {}
  return cleanUp(openPostgres(await place(), { ...options, ...patient({ timeLimits: limits }) }))
}

/** Keeps the queue waiting until it is released. */
async function hold(db: Database): Promise<{ release: () => void; end: Promise<void> }> {
  const begun = Promise.withResolvers<void>()
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = db.write(async (w) => {
    await names(w)
    begun.resolve()
    await promise
    // One that does not wait for the disk shares no transaction with those that do.
  }, LIGHT)
  await begun.promise
  return { release: resolve, end }
}

type Work = (writer: Writer) => Promise<unknown>

/** What becomes of writes that wait for each other and then share a transaction. */
async function together(db: Database, works: readonly Work[]): Promise<string[]> {
  const held = await hold(db)
  const writes = works.map((work) => db.write(work, QUEUE))
  held.release()
  const outcomes = await Promise.allSettled(writes)
  await held.end
  return outcomes.map((outcome) =>
    outcome.status === 'fulfilled'
      ? 'done'
      : (outcome.reason.error ?? outcome.reason.code ?? outcome.reason.message),
  )
}

const secretInsert = createPreparedInsert('secrets', ['name', 'value', 'created_at'])

async function transactionOf(writer: Writer): Promise<string> {
  const id = sql<string>`pg_current_xact_id()::text`.as('id')
  return (await writer.selectNoFrom(id).executeTakeFirstOrThrow()).id
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
