import { ServiceError } from '@awan/protocol/errors'
import type { AnyRow } from './all-tables.ts'
import { type Migration, migrateSqlite } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { openSqliteWriterConnection, type SqliteConnection } from './sqlite-connection.ts'
import { databaseIsFull, type TableRows } from './table-rows.ts'

export async function loadSqliteRows(
  path: string,
  applied: readonly Migration[],
  sources: readonly TableRows[],
): Promise<void> {
  await migrateSqlite(path, applied)
  const connection = openSqliteWriterConnection(path)
  try {
    connection.pragma('synchronous = FULL')
    // It cannot be changed within a transaction.
    connection.pragma('foreign_keys = OFF')
    connection.run('begin immediate')
    for (const { table, pages } of sources) {
      refuseFull(connection, table)
      for await (const rows of pages) insertAll(connection, table, rows)
    }
    const { rows: broken } = connection.run('pragma foreign_key_check')
    if (broken.length > 0) {
      throw new ServiceError('data_loss', {
        description: `${broken.length} rows refer to rows that do not exist`,
      })
    }
    connection.run('commit')
    connection.run('analyze')
  } finally {
    // Closing rolls back what was not committed.
    connection.close()
  }
  await migrateSqlite(path, migrations)
}

function refuseFull(connection: SqliteConnection, table: string): void {
  const { rows } = connection.run(`select 1 from ${quote(table)} limit 1`)
  if (rows.length > 0) throw databaseIsFull(table)
}

function insertAll(connection: SqliteConnection, table: string, rows: readonly AnyRow[]): void {
  const columns = Object.keys(rows[0] ?? {})
  const sql = `insert into ${quote(table)} (${columns.map(quote).join(', ')})
    values (${columns.map(() => '?').join(', ')})`
  for (const row of rows) {
    connection.run(
      sql,
      columns.map((column) => row[column]),
    )
  }
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
