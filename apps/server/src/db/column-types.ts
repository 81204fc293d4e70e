import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/** The two types of a column, so that both databases hold and sort the same. */
export interface ColumnTypes {
  /** Sorts by its bytes, whatever the locale of the server. */
  text: 'text' | RawBuilder<unknown>
  /** Whole numbers as far as JavaScript counts exactly. */
  integer: 'integer' | 'bigint'
  bytes: 'blob' | 'bytea'
  /** At the end of a table whose rows are small: they lie in the primary key itself. */
  inPrimaryKey: RawBuilder<unknown>
  /** At the end of every other table. */
  inRows: RawBuilder<unknown>
}

export const columnTypes: Record<Database['kind'], ColumnTypes> = {
  sqlite: {
    text: 'text',
    integer: 'integer',
    bytes: 'blob',
    inPrimaryKey: sql`strict, without rowid`,
    inRows: sql`strict`,
  },
  postgres: {
    text: sql`text collate "C"`,
    integer: 'bigint',
    bytes: 'bytea',
    inPrimaryKey: sql``,
    inRows: sql``,
  },
}
