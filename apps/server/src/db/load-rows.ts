import { ServiceError } from '@awan/protocol/errors'
import { loadPostgresRows } from './load-postgres-rows.ts'
import { loadSqliteRows } from './load-sqlite-rows.ts'
import type { Migration } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import type { DatabaseConfig } from './open-database.ts'
import type { TableRows } from './table-rows.ts'

/**
 * Fills a database that has no rows yet, all in one transaction: killed in the middle, it is as empty as
 * before. Its tables are made as they were when the rows were written (`applied`), and only then brought
 * up to date, so that rows of an older version go through the migrations that came after it. Foreign keys
 * are looked at once, at the end: a folder may come after its children.
 */
export async function loadRows(
  config: DatabaseConfig,
  applied: readonly string[],
  sources: readonly TableRows[],
): Promise<void> {
  const known = migrationsOf(applied)
  switch (config.kind) {
    case 'sqlite':
      return loadSqliteRows(config.path, known, sources)
    case 'postgres':
      return loadPostgresRows(config.url.reveal(), known, sources)
  }
}

function migrationsOf(applied: readonly string[]): Migration[] {
  const known = migrations.slice(0, applied.length)
  if (known.length === applied.length && known.every(({ name }, i) => name === applied[i])) {
    return known
  }
  throw new ServiceError('failed_precondition', {
    description:
      'the rows were written by a newer version of Awan; use that version, or a later one',
  })
}
