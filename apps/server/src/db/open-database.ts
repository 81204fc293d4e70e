import type { Secret } from '../kernel/secret.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { migratePostgres, migrateSqlite } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

export type DatabaseConfig =
  | { kind: 'sqlite'; path: string }
  | { kind: 'postgres'; url: Secret; maxConnections?: number }

/** Brings a database up to date and opens it. */
export async function openDatabase(
  config: DatabaseConfig,
  options: DatabaseOptions = {},
): Promise<Database> {
  switch (config.kind) {
    case 'sqlite':
      await migrateSqlite(config.path, migrations)
      return openSqlite(config.path, options)
    case 'postgres':
      await migratePostgres(config.url.reveal(), migrations)
      return openPostgres(config.url.reveal(), {
        ...options,
        ...(config.maxConnections && { maxConnections: config.maxConnections }),
      })
  }
}
