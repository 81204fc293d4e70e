import type { Writer } from '../../db/database.ts'
import type { NodeRow } from '../../db/tables.ts'
import { isShortcutType } from '../nodes/shortcut-type.ts'
import { insertShortcuts, listShortcuts } from './shortcuts.store.ts'

export { deleteShortcuts, retargetShortcuts } from './shortcuts.store.ts'

/** Copies of shortcuts lead to where the shortcuts do; what they lead to is not copied. */
export async function copyShortcuts(
  writer: Writer,
  copies: readonly { source: NodeRow; row: NodeRow }[],
): Promise<void> {
  const found = copies.filter(({ source }) => isShortcutType(source.mime_type))
  for (const [driveId, some] of Map.groupBy(found, ({ source }) => source.drive_id)) {
    const ids = some.map(({ source }) => source.id)
    const rows = new Map(
      (await listShortcuts(writer, driveId, ids)).map((row) => [row.node_id, row]),
    )
    await insertShortcuts(
      writer,
      some.flatMap(({ source, row }) => {
        const known = rows.get(source.id)
        return known ? [{ ...known, drive_id: row.drive_id, node_id: row.id }] : []
      }),
    )
  }
}
