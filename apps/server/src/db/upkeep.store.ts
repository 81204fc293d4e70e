import type { Reader, Writer } from './database.ts'
import type { UpkeepRow } from './tables.ts'

export async function putUpkeep(writer: Writer, row: UpkeepRow): Promise<void> {
  await writer
    .insertInto('upkeep')
    .values(row)
    .onConflict((taken) =>
      taken.column('name').doUpdateSet({ ran_at: row.ran_at, found: row.found }),
    )
    .execute()
}

export function readUpkeep(reader: Reader): Promise<UpkeepRow[]> {
  return reader.selectFrom('upkeep').selectAll().execute()
}
