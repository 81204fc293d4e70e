import type { Reader } from '../../db/database.ts'
import type { DriveRow, NodeRow } from '../../db/tables.ts'
import { findNodeRow } from './check.store.ts'

/** More steps up than any rule allows: whoever takes them goes round in a circle. */
const MAX_STEPS = 2048

/**
 * The way to a node as a person would say it. It goes step by step and believes nothing: the tree may be
 * broken at any place.
 */
export async function toFilePath(
  reader: Reader,
  drive: DriveRow,
  node: Pick<NodeRow, 'name' | 'parent_id' | 'id' | 'trashed_at' | 'deleted_by'>,
): Promise<string> {
  const names = [node.name]
  let top: typeof node = node
  for (let step = 0; top.parent_id !== null && step < MAX_STEPS; step++) {
    const parent = await findNodeRow(reader, drive.id, top.parent_id)
    if (!parent) return `…/${names.join('/')}`
    top = parent
    if (parent.id !== drive.root_id) names.unshift(parent.name)
  }
  const path = names.join('/')
  if (top.deleted_by !== null) return `being deleted: ${path}`
  if (top.trashed_at !== null) return `in the trash: ${path}`
  return top.id === drive.root_id ? `/${node.id === drive.root_id ? '' : path}` : `…/${path}`
}
