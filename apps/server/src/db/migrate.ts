import type { DatabaseConnection, Kysely, RawBuilder } from 'kysely'
import { type ColumnTypes, columnTypes } from './column-types.ts'
import { type Database, defaultTimeLimits } from './database.ts'
import { createSchemaHandle } from './handle.ts'
import { endClient, PostgresClient } from './postgres-client.ts'
import { PostgresConnection } from './postgres-connection.ts'
import { type SilenceLimits, SilenceWatch } from './postgres-silence.ts'
import { createPrivateFile } from './sqlite.ts'
import { openSqliteWriterConnection } from './sqlite-connection.ts'

/** A step that is never changed once released; the next step corrects it. */
export interface Migration {
  /** Its number and what it brings, as its file is called. */
  name: string
  up(
    schema: Kysely<unknown>['schema'],
    types: ColumnTypes,
    /** For what a schema cannot say: rows that must move. */
    database: MigratedDatabase,
  ): Promise<void>
}

export interface MigratedDatabase {
  kind: Database['kind']
  run(statement: RawBuilder<unknown>): Promise<void>
}

/**
 * All that is missing is applied in one transaction under a lock: of processes that start together
 * one migrates and the others find it done, and a failure leaves the database as it was.
 */
export async function migrateSqlite(
  path: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  createPrivateFile(path)
  const connection = openSqliteWriterConnection(path)
  try {
    connection.run('begin immediate')
    const applied = await applyMissing('sqlite', connection, migrations)
    connection.run('commit')
    return applied
  } finally {
    // Closing rolls back what was not committed.
    connection.close()
  }
}

export async function migratePostgres(
  url: string,
  migrations: readonly Migration[],
  limits: SilenceLimits = defaultTimeLimits,
): Promise<string[]> {
  const client = new PostgresClient({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  // A step takes as long as it takes, but not on a connection that nobody answers any more.
  const watch = new SilenceWatch(url, limits)
  try {
    await client.connect()
    await refuseOtherEncodings(client, watch)
    await watch.ask(client, 'begin')
    const values = [MIGRATION_LOCK]
    await watch.ask(client, { text: 'select pg_advisory_xact_lock($1)', values })
    const connection = new PostgresConnection(client, watch)
    const applied = await applyMissing('postgres', connection, migrations)
    await watch.ask(client, 'commit')
    return applied
  } finally {
    watch.stop()
    // Closing rolls back what was not committed.
    await endClient(client)
  }
}

async function applyMissing(
  kind: Database['kind'],
  connection: DatabaseConnection,
  migrations: readonly Migration[],
): Promise<string[]> {
  const db = createSchemaHandle<{ migrations: { name: string; applied_at: number } }>(
    kind,
    connection,
  )
  const types = columnTypes[kind]
  await db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', types.text, (column) => column.primaryKey().notNull())
    .addColumn('applied_at', types.integer, (column) => column.notNull())
    .modifyEnd(types.inPrimaryKey)
    .execute()

  const rows = await db.selectFrom('migrations').select('name').orderBy('name').execute()
  const applied = rows.map((row) => row.name)
  refuseForeignHistory(applied, migrations)

  const missing = migrations.slice(applied.length)
  for (const migration of missing) {
    try {
      await migration.up(db.schema, types, {
        kind,
        run: async (statement) => {
          await statement.execute(db)
        },
      })
    } catch (error) {
      throw new Error(`Migration ${migration.name} failed and was rolled back`, { cause: error })
    }
    await db
      .insertInto('migrations')
      .values({ name: migration.name, applied_at: Date.now() })
      .execute()
  }
  return missing.map((migration) => migration.name)
}

function refuseForeignHistory(applied: readonly string[], migrations: readonly Migration[]): void {
  const known = new Set(migrations.map((migration) => migration.name))
  const unknown = applied.filter((name) => !known.has(name))
  if (unknown.length > 0) {
    throw new Error(
      `The database is newer than this version of Awan: it has ${unknown.join(', ')}. ` +
        'Start the version that last ran on it, or a later one.',
    )
  }
  const skipped = migrations.find((migration, index) => {
    return index < applied.length && applied[index] !== migration.name
  })
  if (skipped !== undefined) {
    throw new Error(
      `The database lacks migration ${skipped.name} but has later ones. ` +
        'It was changed by something else than Awan: restore it from a backup.',
    )
  }
}

async function refuseOtherEncodings(client: PostgresClient, watch: SilenceWatch): Promise<void> {
  const { rows } = await watch.ask(client, 'show server_encoding')
  const encoding = rows[0]?.server_encoding
  if (encoding === 'UTF8') return
  throw new Error(
    `The PostgreSQL database stores text as ${encoding}. Awan needs a database created with ENCODING 'UTF8'.`,
  )
}

// Any number will do, as long as it is always the same: the letters of "awan".
const MIGRATION_LOCK = 0x6177616e
const CONNECT_TIMEOUT_MS = 30_000
