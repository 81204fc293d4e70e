import type { ConflictRule } from '@awan/protocol/drive'
import type { NodeRow } from '../../db/tables.ts'
import type { DriveTransaction } from '../access/drives.ts'
import { type OpenNode, openTarget, type TargetFolder } from '../access/open-node.ts'
import { type ChosenName, chooseName, nameTaken } from './choose-name.ts'
import { type FileContent, newNode } from './new-node.ts'
import { findChild, insertNode, type Node, updateContent } from './nodes.store.ts'
import { checkDepth } from './tree.ts'

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
  const { folder: parent, above } = await openTarget(writer, drive, placement.parentId, 'add')
  const name = await chooseForFolder(transaction, { folder: parent, above }, placement)
  return insert(transaction, parent, { id: placement.id, kind: 'folder', name })
}

/** Throws what `placeFolder` would throw, for work that comes to it later. */
export async function checkFolder(
  transaction: DriveTransaction,
  placement: Omit<Placement, 'id'>,
): Promise<void> {
  const { drive, writer } = transaction
  const into = await openTarget(writer, drive, placement.parentId, 'add')
  await chooseForFolder(transaction, into, placement)
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
  const { folder: parent } = await openTarget(writer, drive, placement.parentId, 'add')
  drive.reach.arriving?.check({ name: placement.name, size: content.size }, now)
  const { name, replaced } = await chooseForFile(transaction, parent, placement)
  if (replaced) {
    await updateContent(writer, replaced, { ...content, touched_at: now })
    const action = { action: 'write', data: { name: replaced.name } }
    recordChange({ changed: replaced, set: content }, action)
    return replaced.id
  }
  return insert(transaction, parent, { id: placement.id, kind: 'file', name, ...content })
}

/** Throws what `placeFile` would throw, for whoever writes before it. */
export async function checkPlace(
  transaction: DriveTransaction,
  placement: Omit<Placement, 'id'>,
): Promise<void> {
  const { drive, writer } = transaction
  const { folder } = await openTarget(writer, drive, placement.parentId, 'add')
  await chooseForFile(transaction, folder, placement)
}

async function chooseForFolder(
  transaction: DriveTransaction,
  { folder, above }: TargetFolder,
  placement: Omit<Placement, 'id'>,
): Promise<string> {
  checkDepth(above.length + 1)
  const { name, replaced } = await chooseIn(transaction, folder, 'folder', placement)
  if (replaced) throw nameTaken()
  return name
}

async function chooseForFile(
  transaction: DriveTransaction,
  parent: OpenNode,
  placement: Omit<Placement, 'id'>,
): Promise<ChosenName> {
  const chosen = await chooseIn(transaction, parent, 'file', placement)
  // A file does not replace a folder: whatever is in the folder would be lost with it.
  if (chosen.replaced?.kind === 'folder') throw nameTaken()
  return chosen
}

function chooseIn(
  { drive, writer }: DriveTransaction,
  parent: OpenNode,
  kind: NodeRow['kind'],
  { name, conflict }: Pick<Placement, 'name' | 'conflict'>,
): Promise<ChosenName> {
  const find = (candidate: string) => findChild(writer, drive, parent.id, candidate)
  return chooseName(drive, { name, kind, conflict, folderRights: parent.rights, find })
}

async function insert(
  { drive, writer, now, recordChange, newNumber }: DriveTransaction,
  parent: Node,
  node: Pick<NodeRow, 'id' | 'kind' | 'name'> & Partial<FileContent>,
): Promise<string> {
  const created = newNode({
    ...node,
    drive_id: drive.id,
    parent_id: parent.id,
    created_by: drive.reach.creator,
    number: newNumber(),
    now,
  })
  drive.reach.arriving?.add(created, now)
  await insertNode(writer, created)
  recordChange({ created }, { action: 'create', data: { name: node.name } })
  return node.id
}
