import type { ConflictRule } from '@awan/protocol/drive'
import type { DriveTransaction } from '../access/drives.ts'
import { openTarget } from '../access/open-node.ts'
import { requireOwnBelow } from '../access/own-below.ts'
import { choosePlace } from './put-node.ts'
import { changeNode, type Node } from './tree.ts'

export async function moveNode(
  transaction: DriveTransaction,
  node: Node,
  { parentId, name = node.name, conflict }: Wanted,
): Promise<void> {
  const { drive, writer, recordChange } = transaction
  await requireOwnBelow(writer, drive, node)
  const into = await openTarget(writer, drive, parentId, 'add')
  const set = await choosePlace(transaction, node, { into, name, conflict })
  await changeNode(writer, node, set)
  const from = node.parent_id ?? node.trashed_from
  const was = set.name === undefined ? {} : { was: node.name }
  const data = { name: set.name ?? node.name, ...was, from, to: parentId }
  recordChange({ changed: node, set }, { action: 'move', data })
}

interface Wanted {
  parentId: string
  /** Its own unless told. */
  name?: string | undefined
  conflict: ConflictRule
}
