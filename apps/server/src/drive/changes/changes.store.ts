import type { Writer } from '../../db/database.ts'
import type { ChangeRow } from '../../db/tables.ts'

export async function insertChange(writer: Writer, row: ChangeRow): Promise<void> {
  await writer.insertInto('changes').values(row).execute()
}
