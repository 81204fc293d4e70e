import type { DriveTransaction } from '../access/drives.ts'
import { requireOwnBelow } from '../access/own-below.ts'
import { changeNode, type Node } from './nodes.store.ts'

/** One row: what is below it goes with it, untouched, and comes back with it. */
export async function trashNode(
  { drive, writer, now, recordChange }: DriveTransaction,
  node: Node,
): Promise<void> {
  await requireOwnBelow(writer, drive, node)
  const set = { parent_id: null, trashed_at: now, trashed_from: node.parent_id }
  await changeNode(writer, node, set)
  const data = { name: node.name, from: node.parent_id }
  recordChange({ changed: node, set }, { action: 'trash', data })
}
