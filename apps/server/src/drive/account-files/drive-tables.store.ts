import { sql } from 'kysely'
import type { Writer } from '../../db/database.ts'
import type { DriveTable } from './drive-tables.ts'

/** At most so many rows of a drive; gives how many there were. */
export async function deleteRows(
  writer: Writer,
  { name, key }: DriveTable,
  driveId: string,
  limit: number,
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const deleted = await writer
    .deleteFrom(name as 'changes')
    .where('drive_id', '=', driveId)
    .where(
      sql<boolean>`(${columns}) in (
        select ${columns} from ${sql.table(name)} where drive_id = ${driveId} limit ${limit})`,
    )
    .returning('drive_id')
    .execute()
  return deleted.length
}

export async function deleteAllRows(
  writer: Writer,
  { name }: DriveTable,
  driveId: string,
): Promise<void> {
  await writer
    .deleteFrom(name as 'changes')
    .where('drive_id', '=', driveId)
    .execute()
}

export async function moveRows(
  writer: Writer,
  { name }: DriveTable,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await writer
    .updateTable(name as 'changes')
    .set({ drive_id: to })
    .where('drive_id', '=', from)
    .execute()
}
