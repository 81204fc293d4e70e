import { sql } from 'kysely'
import type { Database, Reader } from './database.ts'

/** A table as the database itself knows it, so that a copy of all tables cannot miss one. */
export interface TableFacts {
  name: string
  /** The columns of its primary key, in their order. */
  key: readonly string[]
}

/** A row of any table; bytes are `Uint8Array`. */
export type AnyRow = Record<string, unknown>

/** Every table but the list of migrations, by name. */
export async function listTables(reader: Reader, kind: Database['kind']): Promise<TableFacts[]> {
  const rows = await (kind === 'sqlite' ? sqliteKeys(reader) : postgresKeys(reader))
  const tables = new Map<string, string[]>()
  for (const { table, column } of rows) {
    if (table === 'migrations') continue
    tables.set(table, [...(tables.get(table) ?? []), column])
  }
  return [...tables].map(([name, key]) => ({ name, key }))
}

/** Along the primary key, so many at a time. */
export async function listRows(
  reader: Reader,
  { name, key }: TableFacts,
  { after, limit }: { after: AnyRow | undefined; limit: number },
): Promise<AnyRow[]> {
  let query = reader.selectFrom(sql<AnyRow>`${sql.table(name)}`.as('t')).selectAll()
  if (after) {
    const columns = sql.join(key.map((column) => sql.ref(column)))
    const values = sql.join(key.map((column) => after[column]))
    query = query.where(sql<boolean>`(${columns}) > (${values})`)
  }
  for (const column of key) query = query.orderBy(sql.ref(column))
  return query.limit(limit).execute()
}

export async function countTable(reader: Reader, name: string): Promise<number> {
  const row = await reader
    .selectFrom(sql<AnyRow>`${sql.table(name)}`.as('t'))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

type KeyColumn = { table: string; column: string }

/** The internal tables of virtual tables are recreated with them. */
function sqliteKeys(reader: Reader): Promise<KeyColumn[]> {
  return reader
    .selectFrom(
      sql<KeyColumn>`(
        select tables.name as "table", columns.name as "column"
        from pragma_table_list as tables, pragma_table_info(tables.name) as columns
        where tables.schema = 'main' and tables.type = 'table'
          and tables.name not like 'sqlite\\_%' escape '\\' and columns.pk > 0
        order by tables.name, columns.pk
      )`.as('keys'),
    )
    .selectAll()
    .execute()
}

function postgresKeys(reader: Reader): Promise<KeyColumn[]> {
  return reader
    .selectFrom(
      sql<KeyColumn>`(
        select tables.relname as "table", columns.attname as "column"
        from pg_class tables
        join pg_index keys on keys.indrelid = tables.oid and keys.indisprimary
        join pg_attribute columns
          on columns.attrelid = tables.oid and columns.attnum = any (keys.indkey)
        where tables.relkind = 'r' and tables.relnamespace = current_schema()::regnamespace
        order by tables.relname collate "C", array_position(keys.indkey::int2[], columns.attnum)
      )`.as('keys'),
    )
    .selectAll()
    .execute()
}
