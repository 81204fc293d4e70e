import type { Writer } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import { insertNode } from './nodes.store.ts'
import { sortKey } from './sort-key.ts'

/** The top folder has no name of its own: every client shows its own word for it. */
export async function insertRoot(writer: Writer, drive: DriveRow): Promise<void> {
  await insertNode(writer, {
    drive_id: drive.id,
    id: drive.root_id,
    parent_id: null,
    kind: 'folder',
    name: '',
    sort_key: sortKey('folder', ''),
    size: 0,
    version_id: null,
    mime_type: null,
    revision: 1,
    created_at: drive.created_at,
    modified_at: drive.created_at,
  })
}
