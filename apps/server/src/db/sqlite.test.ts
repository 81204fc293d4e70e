import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Database, defaultTimeLimits, type Reader, type Writer } from './database.ts'
import { openSqlite } from './sqlite.ts'
import { openSqliteWriterConnection } from './sqlite-connection.ts'
import { SqliteLogSync } from './sqlite-log-sync.ts'
import { SqliteLongReader } from './sqlite-long-reader.ts'
import { SqliteLongReaders } from './sqlite-long-readers.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import { useSqliteFiles } from './testing.ts'
import { runTogether, TaskProcess } from './testing-processes.ts'

const { place, cleanUp } = useSqliteFiles()

describe('group commit', () => {
  test('writes that wait together share one commit', async () => {
    const { db, path } = await openFile()
    const before = countCommits(path)
    await Promise.all(Array.from({ length: 64 }, (_, i) => db.write((w) => insert(w, `${i}`))))
    expect(countCommits(path) - before).toBe(1)
  })

  test('writes that arrive during a commit share the next one', async () => {
    const { db, path } = await openFile()
    const before = countCommits(path)
    const writers = Array.from({ length: 32 }, async (_, writer) => {
      for (let i = 0; i < 5; i++) await db.write((w) => insert(w, `${writer} ${i}`))
    })
    await Promise.all(writers)
    expect(countCommits(path) - before).toBe(5)
  })

  test('a failed write adds no commit for the others', async () => {
    const { db, path } = await openFile()
    const before = countCommits(path)
    const refused = db.write(async (w) => {
      await insert(w, 'refused')
      throw new Error('no')
    })
    await Promise.allSettled([db.write((w) => insert(w, 'a')), refused])
    await expect(refused).rejects.toThrow('no')
    expect(countCommits(path) - before).toBe(1)
  })

  test('writes grouped with a failing one run again, and their effects run once', async () => {
    const { db } = await openFile()
    const ran: string[] = []
    const effects: string[] = []
    const write = (name: string, isRefused = false) =>
      db.write(async (w) => {
        ran.push(name)
        await insert(w, name)
        w.afterCommit(() => effects.push(name))
        if (isRefused) throw new Error('no')
      })
    const together = () =>
      Promise.allSettled([write('a'), write('refused', true), write('b'), write('late', true)])
    await together()
    // Only the first failure undoes the others: from then on each write is kept apart.
    expect(ran).toEqual(['a', 'refused', 'a', 'b', 'late'])
    expect(effects).toEqual(['a', 'b'])
    expect(await db.read(names)).toEqual(['a', 'b'])
  })

  test('a write that swallows a rollback by SQLite is rejected with the writes before it', async () => {
    const { db, path } = await openFile()
    const raw = new BetterSqlite3(path)
    raw.exec(`create trigger full_disk before insert on secrets when new.name = 'too much'
      begin select raise(rollback, 'disk full'); end`)
    raw.close()
    const outcomes = await Promise.allSettled([
      db.write((w) => insert(w, 'before')),
      db.write((w) => insert(w, 'too much').catch(() => undefined)),
      db.write((w) => insert(w, 'after')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
    expect(await db.read(names)).toEqual(['after'])
  })

  test('a group commit waits for the disk only if one of its writes asks for it', async () => {
    const told: string[] = []
    const { writer } = await openWriter(async () => {
      told.push('sync')
    })
    const write = async (name: string, durable: boolean) => {
      await writer.write((w) => insert(w, name), { durable })
      told.push(name)
    }
    await write('a', false)
    await Promise.all([write('b', false), write('c', true)])
    await write('d', false)
    await write('e', true)
    await writer.close()
    expect(told).toEqual(['a', 'sync', 'b', 'c', 'd', 'sync', 'e'])
  })

  test('a write does not resolve before it is synced to disk', async () => {
    const disk = Promise.withResolvers<void>()
    const began = Promise.withResolvers<void>()
    const { writer } = await openWriter(() => {
      began.resolve()
      return disk.promise
    })
    let isTold = false
    const writing = writer.write((w) => insert(w, 'a')).then(() => (isTold = true))
    await began.promise
    await new Promise((resolve) => setImmediate(resolve))
    expect(isTold).toBe(false)
    disk.resolve()
    await writing
    await writer.close()
  })

  test('after a failed sync no write is acknowledged any more', async () => {
    let isBroken = true
    const { writer } = await openWriter(async () => {
      if (isBroken) throw new Error('EIO')
    })
    await expect(writer.write((w) => insert(w, 'a'))).rejects.toMatchObject({
      error: 'unavailable',
    })
    // The system would say that all is well now.
    isBroken = false
    await expect(writer.write((w) => insert(w, 'b'))).rejects.toMatchObject({
      error: 'unavailable',
    })
    await writer.close()
  })

  test('effects run only when another connection can see the commit', async () => {
    const { db, path } = await openFile()
    const observer = new BetterSqlite3(path, { readonly: true })
    const count = observer.prepare('select count(*) from secrets').pluck()
    const seen: unknown[] = []
    const write = (name: string) =>
      db.write(async (w) => {
        await insert(w, name)
        seen.push(count.get())
        w.afterCommit(() => seen.push(count.get()))
      })
    await Promise.all([write('a'), write('b')])
    observer.close()
    expect(seen).toEqual([0, 0, 2, 2])
  })

  test('when a group commit fails, every write in it is rejected and rolled back', async () => {
    const { db, path } = await openFile()
    // A constraint that is checked by COMMIT and not before.
    const raw = new BetterSqlite3(path)
    raw.exec(
      'create table orphans (parent text references secrets (name) deferrable initially deferred)',
    )
    raw.close()
    let ran = 0
    const good = db.write(async (w) => {
      w.afterCommit(() => ran++)
      await insert(w, 'good')
    })
    const bad = db.write(async (w) => {
      w.afterCommit(() => ran++)
      await w
        .insertInto('orphans' as never)
        .values({ parent: 'nobody' } as never)
        .execute()
    })
    const outcomes = await Promise.allSettled([good, bad])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(ran).toBe(0)
    await db.write((w) => insert(w, 'next'))
    expect(await db.read(names)).toEqual(['next'])
  })

  test('when SQLite rolls back the transaction, as on a full disk, the writes so far are rejected', async () => {
    const { db, path } = await openFile()
    const raw = new BetterSqlite3(path)
    raw.exec(`create trigger full_disk before insert on secrets when new.name = 'too much'
      begin select raise(rollback, 'disk full'); end`)
    raw.close()
    const outcomes = await Promise.allSettled([
      db.write((w) => insert(w, 'before')),
      db.write((w) => insert(w, 'too much')),
      db.write((w) => insert(w, 'after')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
    // Work that hides the failure gets no false success either.
    const hiding = db.write((w) => insert(w, 'too much').catch(() => undefined))
    await expect(hiding).rejects.toThrow()
    expect(await db.read(names)).toEqual(['after'])
  })
})

describe('several processes on one file', () => {
  test('two processes write to one file and no row is lost', async () => {
    const path = await place()
    const task = { kind: 'sqlite', place: path, task: 'write 200' } as const
    const said = await runTogether({ ...task, name: 'one' }, { ...task, name: 'two' })
    for (const messages of said) expect(messages.at(-1)).toBe('done')
    const db = cleanUp(openSqlite(path))
    expect(await db.read(names)).toHaveLength(400)
  })

  test("a write waits for another process's lock without blocking the event loop", async () => {
    const { db, path } = await openFile()
    const other = new BetterSqlite3(path)
    other.exec('begin immediate')
    let isDone = false
    const writing = db
      .write((w) => insert(w, 'a'))
      .then(() => {
        isDone = true
      })
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
    expect(isDone).toBe(false)
    expect(await db.read(names)).toEqual([])
    other.exec('commit')
    other.close()
    await writing
    expect(await db.read(names)).toEqual(['a'])
  })

  test('a lock that is never released ends in unavailable', async () => {
    const path = await place()
    const db = cleanUp(openSqlite(path, { timeLimits: { waitMs: 30 } }))
    const other = new BetterSqlite3(path)
    other.exec('begin immediate')
    const writing = Array.from({ length: 3 }, (_, i) => db.write((w) => insert(w, `${i}`)))
    for (const outcome of await Promise.allSettled(writing)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { error: 'unavailable' } })
    }
    other.close()
    await db.write((w) => insert(w, 'after'))
    expect(await db.read(names)).toEqual(['after'])
  })

  test('rows that were acknowledged before a SIGKILL survive it', async () => {
    const path = await place()
    const child = new TaskProcess({
      kind: 'sqlite',
      place: path,
      task: 'write until killed',
      name: 'row',
    })
    await child.ready()
    child.go()
    await child.until(() => child.messages.length > 100)
    child.kill()
    const saved = (await child.ended()).flatMap((message) =>
      typeof message === 'object' && 'saved' in message ? [message.saved] : [],
    )
    const db = cleanUp(openSqlite(path))
    const found = new Set(await db.read(names))
    expect(saved.length).toBeGreaterThan(90)
    expect(saved.filter((name) => !found.has(name))).toEqual([])
  })
})

describe('long reads', () => {
  test('a long read does not block the event loop, while the same query as a short read does', async () => {
    const { db } = await openFile()
    const during = async (reading: Promise<unknown>) => {
      let ticks = 0
      let isDone = false
      void reading.finally(() => {
        isDone = true
      })
      while (!isDone) {
        await new Promise(setImmediate)
        ticks++
      }
      await reading
      return ticks
    }
    await db.readLong(names)
    const long = await during(db.readLong((reader) => countTo(reader, 2_000_000)))
    const short = await during(db.read((reader) => countTo(reader, 2_000_000)))
    expect(short).toBeLessThan(10)
    expect(long).toBeGreaterThan(100)
  })

  test('a long read does not block a write', async () => {
    const { db } = await openFile()
    const order: string[] = []
    const reading = db
      .readLong((reader) => countTo(reader, 2_000_000))
      .then(() => order.push('read'))
    await db.write((w) => insert(w, 'a')).then(() => order.push('written'))
    await reading
    expect(order).toEqual(['written', 'read'])
  })

  test('a thread that dies rejects the query it ran; the next read gets a new thread', async () => {
    const threads: SqliteLongReader[] = []
    const path = await place()
    const readers = new SqliteLongReaders(() => {
      const thread = new SqliteLongReader(path)
      threads.push(thread)
      return thread
    }, defaultTimeLimits)
    expect(await readers.read(names)).toEqual([])
    const begun = Promise.withResolvers<void>()
    const doomed = readers.read((reader) => {
      begun.resolve()
      return countTo(reader, 1_000_000)
    })
    const spared = readers.read((reader) => countTo(reader, 10))
    await begun.promise
    void threads[0]?.terminate()
    await expect(doomed).rejects.toMatchObject({ error: 'unavailable' })
    expect(await spared).toBe(10)
    expect(await Promise.all([readers.read(names), readers.read(names)])).toEqual([[], []])
    expect(threads).toHaveLength(3)
    await readers.close()
  })

  test('a failed query keeps its error code, and its thread can be used again', async () => {
    const { db } = await openFile()
    const failing = db.readLong((reader) => reader.selectFrom('nothing' as never).execute())
    await expect(failing).rejects.toMatchObject({
      code: 'SQLITE_ERROR',
      message: expect.stringContaining('syntax'),
    })
    expect(await db.readLong(names)).toEqual([])
  })

  test('a long read with too many rows is refused', async () => {
    const { db } = await openFile()
    const reading = db.readLong((reader) => counter(reader, 150_000).select('n').execute())
    await expect(reading).rejects.toThrow('page through them by key')
    expect(await db.readLong(names)).toEqual([])
  })
})

describe('the SQLite file', () => {
  test('the SQLite file is created with its folder, readable only by its owner', async () => {
    const path = join(await place('empty'), 'deeper', 'awan.sqlite')
    const db = cleanUp(openSqlite(path))
    await db.check()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(`${path}-wal`).mode & 0o777).toBe(0o600)
  })

  test('after closing, the SQLite file contains everything and the WAL file is gone', async () => {
    const { db, path } = await openFile()
    await db.write((w) => insert(w, 'a'))
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
    await db.readLong(names)
    await db[Symbol.asyncDispose]()
    expect(existsSync(`${path}-wal`)).toBe(false)
    const raw = new BetterSqlite3(path, { readonly: true })
    expect(raw.prepare('select name from secrets').pluck().all()).toEqual(['a'])
    raw.close()
  })
})

async function openFile(): Promise<{ db: Database; path: string }> {
  const path = await place()
  return { db: cleanUp(openSqlite(path)), path }
}

/** A writer whose disk is under the test's control. */
async function openWriter(sync: () => Promise<void>) {
  const path = await place()
  const writer = new SqliteWriter({
    connection: openSqliteWriterConnection(path),
    log: new SqliteLogSync(path, sync),
    timeLimits: defaultTimeLimits,
    onProblem: () => undefined,
  })
  return { writer }
}

/** In the log, the last frame of a transaction tells the size of the database after it. */
function countCommits(path: string): number {
  if (!existsSync(`${path}-wal`)) return 0
  const log = readFileSync(`${path}-wal`)
  if (log.length === 0) return 0
  const frameSize = log.readUInt32BE(8) + 24
  const salt = log.readBigUInt64BE(16)
  let commits = 0
  for (let at = 32; at + frameSize <= log.length; at += frameSize) {
    if (log.readBigUInt64BE(at + 8) === salt && log.readUInt32BE(at + 4) !== 0) commits++
  }
  return commits
}

function counter(reader: Reader, limit: number) {
  return reader
    .withRecursive('counter(n)', (q) =>
      q
        .selectNoFrom(sql<number>`1`.as('n'))
        .unionAll(
          q.selectFrom('counter').select(sql<number>`n + 1`.as('n')).where('n', '<', limit),
        ),
    )
    .selectFrom('counter')
}

async function countTo(reader: Reader, limit: number): Promise<number> {
  const { count } = await counter(reader, limit)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function names(reader: Reader): Promise<string[]> {
  const rows = await reader.selectFrom('secrets').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

async function insert(writer: Writer, name: string): Promise<void> {
  await writer.insertInto('secrets').values({ name, value: '', created_at: 0 }).execute()
}
