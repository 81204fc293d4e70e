import { type RawBuilder, sql } from 'kysely'

/** Whether the text stands somewhere in the column; signs of the database's own language are only letters. */
export function contains(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`${column} like ${pattern} escape '\\'`
}
