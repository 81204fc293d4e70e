import { type RawBuilder, sql } from 'kysely'

/** Whether the column contains the text; wildcards in it are matched literally. */
export function contains(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`${column} like ${pattern} escape '\\'`
}
