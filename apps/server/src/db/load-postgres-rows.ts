import pg from 'pg'
import type { AnyRow } from './all-tables.ts'
import { defaultTimeLimits } from './database.ts'
import { type Migration, migratePostgres } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { endClient, PostgresClient } from './postgres-client.ts'
import { SilenceWatch } from './postgres-silence.ts'
import { databaseIsFull, type TableRows } from './table-rows.ts'

export async function loadPostgresRows(
  url: string,
  applied: readonly Migration[],
  sources: readonly TableRows[],
): Promise<void> {
  await migratePostgres(url, applied)
  const client = new PostgresClient({
    connectionString: url,
    connectionTimeoutMillis: defaultTimeLimits.waitMs,
  })
  // While a page of rows is on its way, the database waits for the rest of it: it looks idle.
  const watch = new SilenceWatch(url, { ...defaultTimeLimits, silentMs: PAGE_ON_ITS_WAY_MS })
  const ask: Ask = (text, values = []) => watch.ask(client, { text, values })
  try {
    await client.connect()
    await ask('begin')
    const keys = await takeForeignKeys(ask)
    for (const { table, pages } of sources) {
      const { rowCount } = await ask(`select 1 from ${quote(table)} limit 1`)
      if (rowCount) throw databaseIsFull(table)
      for await (const rows of pages) await insertAll(ask, table, rows)
    }
    // Each is put back by looking at all rows.
    for (const { table, name, definition } of keys) {
      await ask(`alter table ${quote(table)} add constraint ${quote(name)} ${definition}`)
    }
    await ask('commit')
    await ask('analyze')
  } finally {
    watch.stop()
    // Closing rolls back what was not committed.
    await endClient(client)
  }
  await migratePostgres(url, migrations)
}

type Ask = <R extends pg.QueryResultRow>(
  text: string,
  values?: unknown[],
) => Promise<pg.QueryResult<R>>

const PAGE_ON_ITS_WAY_MS = 60_000

interface ForeignKey {
  table: string
  name: string
  definition: string
}

async function takeForeignKeys(ask: Ask): Promise<ForeignKey[]> {
  const { rows } = await ask<ForeignKey>(
    `select tables.relname as "table", keys.conname as name, pg_get_constraintdef(keys.oid) as definition
       from pg_constraint keys join pg_class tables on tables.oid = keys.conrelid
      where keys.contype = 'f' and keys.connamespace = current_schema()::regnamespace
      order by tables.relname, keys.conname`,
  )
  for (const { table, name } of rows) {
    await ask(`alter table ${quote(table)} drop constraint ${quote(name)}`)
  }
  return rows
}

/** One parameter for all rows, whatever their number and types. */
async function insertAll(ask: Ask, table: string, rows: readonly AnyRow[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
    .map(quote)
    .join(', ')
  await ask(
    `insert into ${quote(table)} (${columns})
     select ${columns} from json_populate_recordset(null::${quote(table)}, $1::json)`,
    [JSON.stringify(rows, hexBytes)],
  )
}

/** Before a buffer makes JSON of itself. */
function hexBytes(this: AnyRow, column: string, value: unknown): unknown {
  const raw = this[column]
  return raw instanceof Uint8Array ? `\\x${Buffer.from(raw).toString('hex')}` : value
}

const quote = pg.escapeIdentifier
