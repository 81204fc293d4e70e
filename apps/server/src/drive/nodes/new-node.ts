import type { NodeRow } from '../../db/tables.ts'
import { sortKey, sortType } from './sort-key.ts'

export type NewNode = Pick<NodeRow, 'drive_id' | 'id' | 'parent_id' | 'kind' | 'name' | 'number'> &
  Partial<FileContent> & {
    now: number
    /** Who adds it; unless told, the owner of the drive. */
    created_by?: string | null
  }

export type FileContent = Pick<
  NodeRow,
  'version_id' | 'hash' | 'size' | 'mime_type' | 'modified_at'
>

/** A folder, or with content a file, that has just been made. */
export function newNode({ now, ...node }: NewNode): NodeRow {
  return {
    size: 0,
    version_id: null,
    hash: null,
    mime_type: null,
    modified_at: now,
    created_by: null,
    ...node,
    sort_key: sortKey(node.kind, node.name),
    type: sortType(node.kind, node.name),
    revision: 1,
    created_at: now,
    touched_at: now,
    description: null,
    tag_list: null,
    trashed_at: null,
    trashed_from: null,
    deleted_by: null,
    search_name: null,
    taken_at: null,
    aspect: null,
    duration_ms: null,
    camera: null,
  }
}
