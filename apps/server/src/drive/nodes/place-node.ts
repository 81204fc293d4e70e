import type { ConflictRule } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { NodeRow } from '../../db/tables.ts'
import type { DriveTransaction } from '../drives/drives.ts'
import { findFreeName } from './free-name.ts'
import { type FileContent, newNode } from './new-node.ts'
import { findChild, insertNode, type Node, updateContent } from './nodes.store.ts'
import { checkDepth, requireOpenFolder } from './tree.ts'

export interface Placement {
  /** The id of the node, should a new one be made. */
  id: string
  parentId: string
  name: string
  conflict: ConflictRule
}

export async function placeFolder(
  transaction: DriveTransaction,
  placement: Placement,
): Promise<string> {
  const { drive, writer } = transaction
  const { folder: parent, above } = await requireOpenFolder(writer, drive, placement.parentId)
  checkDepth(above.length + 1)
  const name = await chooseName(transaction, parent, 'folder', placement)
  return insert(transaction, parent, { id: placement.id, kind: 'folder', name })
}

/**
 * Puts content under a name, a new file or with `replace` the next version of the one there, and
 * gives the id of the node. The version itself is added afterwards: it belongs to the node.
 */
export async function placeFile(
  transaction: DriveTransaction,
  placement: Placement,
  content: FileContent,
): Promise<string> {
  const { drive, writer, now, recordChange } = transaction
  const { folder: parent } = await requireOpenFolder(writer, drive, placement.parentId)
  const existing = await findChild(writer, drive.id, parent.id, placement.name)
  if (existing?.kind === 'file' && placement.conflict === 'replace') {
    await updateContent(writer, existing, { ...content, touched_at: now })
    recordChange(existing.id, 'updated', { action: 'write', data: { name: existing.name } })
    return existing.id
  }
  const name = await chooseName(transaction, parent, 'file', placement)
  return insert(transaction, parent, { id: placement.id, kind: 'file', name, ...content })
}

async function chooseName(
  { drive, writer }: DriveTransaction,
  parent: Node,
  kind: NodeRow['kind'],
  { name, conflict }: Placement,
): Promise<string> {
  const isTaken = async (candidate: string) =>
    (await findChild(writer, drive.id, parent.id, candidate)) !== undefined
  if (conflict === 'rename') return findFreeName(name, kind, isTaken)
  // A file does not replace a folder: whatever is in the folder would be lost with it.
  if (await isTaken(name)) {
    throw new ServiceError('already_exists', { description: 'the name is taken in this folder' })
  }
  return name
}

async function insert(
  { drive, writer, now, recordChange }: DriveTransaction,
  parent: Node,
  node: Pick<NodeRow, 'id' | 'kind' | 'name'> & Partial<FileContent>,
): Promise<string> {
  await insertNode(writer, newNode({ ...node, drive_id: drive.id, parent_id: parent.id, now }))
  recordChange(node.id, 'created', { action: 'create', data: { name: node.name } })
  return node.id
}
