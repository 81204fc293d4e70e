import type { ConflictRule } from '@awan/protocol/drive'
import type { DriveTransaction } from '../access/drives.ts'
import {
  findOpenNode,
  isInPlace,
  listAncestors,
  openTarget,
  type TargetFolder,
} from '../access/open-node.ts'
import { choosePlace } from './put-node.ts'
import { changeNode, type Node } from './tree.ts'

/** For one that was thrown away itself. */
export async function untrashNode(
  transaction: DriveTransaction,
  node: Node,
  conflict: ConflictRule,
): Promise<void> {
  const { writer, recordChange } = transaction
  const into = await findOldPlace(transaction, node)
  const set = await choosePlace(transaction, node, { into, name: node.name, conflict })
  await changeNode(writer, node, set)
  const data = { name: set.name ?? node.name, to: into.folder.id }
  recordChange({ changed: node, set }, { action: 'untrash', data })
}

async function findOldPlace(
  { drive, writer }: DriveTransaction,
  node: Node,
): Promise<TargetFolder> {
  const folder = await findOpenNode(writer, drive, node.trashed_from ?? drive.root_id)
  const above = folder && (await listAncestors(writer, folder))
  return folder && isInPlace(drive, folder, above ?? [])
    ? { folder, above: above ?? [] }
    : openTarget(writer, drive, drive.root_id, 'add')
}
