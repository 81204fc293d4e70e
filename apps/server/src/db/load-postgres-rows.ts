import pg from 'pg'
import type { AnyRow } from './all-tables.ts'
import { type Migration, migratePostgres } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { databaseIsFull, type TableRows } from './table-rows.ts'

export async function loadPostgresRows(
  url: string,
  applied: readonly Migration[],
  sources: readonly TableRows[],
): Promise<void> {
  await migratePostgres(url, applied)
  const client = new pg.Client({ connectionString: url, application_name: 'awan' })
  // A connection that dies fails its query; without a listener it would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('begin')
    const keys = await takeForeignKeys(client)
    for (const { table, pages } of sources) {
      const { rowCount } = await client.query(`select 1 from ${quote(table)} limit 1`)
      if (rowCount) throw databaseIsFull(table)
      for await (const rows of pages) await insertAll(client, table, rows)
    }
    // Each is put back by looking at all rows.
    for (const { table, name, definition } of keys) {
      await client.query(`alter table ${quote(table)} add constraint ${quote(name)} ${definition}`)
    }
    await client.query('commit')
    await client.query('analyze')
  } finally {
    // Closing rolls back what was not committed.
    await client.end()
  }
  await migratePostgres(url, migrations)
}

interface ForeignKey {
  table: string
  name: string
  definition: string
}

async function takeForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select tables.relname as "table", keys.conname as name, pg_get_constraintdef(keys.oid) as definition
       from pg_constraint keys join pg_class tables on tables.oid = keys.conrelid
      where keys.contype = 'f' and keys.connamespace = current_schema()::regnamespace
      order by tables.relname, keys.conname`,
  )
  for (const { table, name } of rows) {
    await client.query(`alter table ${quote(table)} drop constraint ${quote(name)}`)
  }
  return rows
}

/** One parameter for all rows, whatever their number and types. */
async function insertAll(client: pg.Client, table: string, rows: readonly AnyRow[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
    .map(quote)
    .join(', ')
  await client.query(
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
