import type { Reader, Writer } from '../../db/database.ts'
import type { ShortcutRow } from '../../db/tables.ts'

export async function insertShortcuts(writer: Writer, rows: readonly ShortcutRow[]): Promise<void> {
  if (rows.length > 0) await writer.insertInto('shortcuts').values(rows).execute()
}

/** Those of some nodes of a drive, in no order. */
export async function listShortcuts(
  reader: Reader,
  driveId: string,
  nodeIds: readonly string[],
): Promise<ShortcutRow[]> {
  if (nodeIds.length === 0) return []
  return reader
    .selectFrom('shortcuts')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('node_id', 'in', nodeIds)
    .execute()
}

export async function deleteShortcuts(
  writer: Writer,
  driveId: string,
  nodeIds: readonly string[],
): Promise<void> {
  if (nodeIds.length === 0) return
  await writer
    .deleteFrom('shortcuts')
    .where('drive_id', '=', driveId)
    .where('node_id', 'in', nodeIds)
    .execute()
}

/** What was in one drive is in another now, under the same ids. */
export async function retargetShortcuts(
  writer: Writer,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await writer
    .updateTable('shortcuts')
    .set({ target_drive_id: to })
    .where('target_drive_id', '=', from)
    .execute()
}
