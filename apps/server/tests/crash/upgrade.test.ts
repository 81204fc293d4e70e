import { setTimeout as wait } from 'node:timers/promises'
import BetterSqlite3 from 'better-sqlite3'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migratePostgres, migrateSqlite } from '../../src/db/migrate.ts'
import { migrations } from '../../src/db/migrations/index.ts'
import { type Backend, onEachBackend } from '../testing/backends.ts'
import { createChance } from '../testing/chance.ts'
import { findWrongRows } from '../testing/left-behind.ts'
import { freePort, kill, launchProcess, startProcess, untilReady } from '../testing/process.ts'

const KILLS = 3
const FILES = 10_000
/** The drive as it was before its engine: much of it moves in the next step. */
const OLD = migrations.slice(0, 4)

onEachBackend((prepare) => {
  test('a server that is killed repeatedly during its database migrations loses no row', {
    timeout: 600_000,
  }, async () => {
    const backend = await prepare('empty')
    await plantOld(backend)
    const port = await freePort()
    const chance = createChance(6)
    let isDone = false
    for (let count = 0; count < KILLS && !isDone; count++) {
      const server = await launchProcess(backend, port)
      let isPast = false
      const past = untilReady(server).finally(() => {
        isPast = true
      })
      // One that was not seen at it has ended already, well or not.
      while (!isPast && !(await isMigrating(backend))) await wait(1)
      await wait(chance() * 20)
      await Promise.allSettled([past, kill(server)])
      const applied = await query(backend, 'select name from migrations order by name')
      // All of the steps or none.
      expect([OLD.length, migrations.length]).toContain(applied.length)
      isDone = applied.length === migrations.length
    }
    await startProcess(backend, port)
    expect(await query(backend, 'select name from migrations')).toHaveLength(migrations.length)
    expect(await query(backend, 'select id from versions')).toHaveLength(FILES)
    expect(await query(backend, 'select id from nodes')).toHaveLength(FILES + 1)
    expect(await findWrongRows(backend)).toEqual([])
  })
})

async function plantOld(backend: Backend): Promise<void> {
  const { database } = backend
  if (database.kind === 'sqlite') await migrateSqlite(database.path, OLD)
  else await migratePostgres(database.url.reveal(), OLD)
  const numbers =
    database.kind === 'sqlite'
      ? `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${FILES}) select i from n)`
      : `(select i from generate_series(1, ${FILES}) as n(i))`
  const columns = 'drive_id, id, parent_id, kind, name, sort_key, size, version_id, revision'
  for (const statement of [
    `insert into drives values ('d', 'ana', 'r', null, ${FILES}, 0, 1)`,
    `insert into nodes (${columns}, created_at, modified_at)
     values ('d', 'r', null, 'folder', '', '', 0, null, 1, 1, 1)`,
    `insert into nodes (${columns}, created_at, modified_at)
     select 'd', 'f' || i, 'r', 'file', 'name ' || i, 'key ' || i, 1, 'v' || i, 1, 1, 1 from ${numbers} as n`,
    `insert into blobs (drive_id, id, size, hash, refs, draft, created_at)
     select 'd', 'b' || i, 1, 'hash ' || i, 1, '{}', 1 from ${numbers} as n`,
    `insert into versions
     select 'd', 'v' || i, 'f' || i, 'b' || i, 1, 'hash ' || i, 1 from ${numbers} as n`,
  ]) {
    await query(backend, statement)
  }
}

/** The lock that a migration holds tells of it. Undone or done, it lets go. */
async function isMigrating(backend: Backend): Promise<boolean> {
  const { database } = backend
  if (database.kind === 'postgres') {
    const held = await query(
      backend,
      `select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
       where locktype = 'advisory' and datname = current_database()`,
    )
    return held.length > 0
  }
  const file = new BetterSqlite3(database.path, { timeout: 0 })
  try {
    file.exec('begin immediate; rollback')
    return false
  } catch (error) {
    if (error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY'))
      return true
    throw error
  } finally {
    file.close()
  }
}

async function query({ database }: Backend, sql: string): Promise<unknown[]> {
  if (database.kind === 'sqlite') {
    const file = new BetterSqlite3(database.path)
    try {
      const statement = file.prepare(sql)
      return statement.reader ? statement.all() : [statement.run()]
    } finally {
      file.close()
    }
  }
  const client = new pg.Client({ connectionString: database.url.reveal() })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
