import { existsSync } from 'node:fs'
import { listRows, listTables } from './all-tables.ts'
import type { DatabaseConfig } from './open-database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** The name of a table that has rows; undefined for a database that holds nothing, or is not there. */
export async function findFullTable(config: DatabaseConfig): Promise<string | undefined> {
  if (config.kind === 'sqlite' && !existsSync(config.path)) return undefined
  await using db =
    config.kind === 'sqlite' ? openSqlite(config.path) : openPostgres(config.url.reveal())
  return await db.read(async (reader) => {
    for (const table of await listTables(reader, db.kind)) {
      const rows = await listRows(reader, table, { after: undefined, limit: 1 })
      if (rows.length > 0) return table.name
    }
    return undefined
  })
}
