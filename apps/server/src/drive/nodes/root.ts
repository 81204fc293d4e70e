import type { Writer } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import { newNode } from './new-node.ts'
import { insertNode } from './nodes.store.ts'

/** The top folder has no name of its own: every client shows its own word for it. */
export async function insertRoot(writer: Writer, drive: DriveRow, number: number): Promise<void> {
  await insertNode(
    writer,
    newNode({
      drive_id: drive.id,
      id: drive.root_id,
      parent_id: null,
      kind: 'folder',
      name: '',
      number,
      now: drive.created_at,
    }),
  )
}
