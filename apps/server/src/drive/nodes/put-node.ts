import type { ConflictRule } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { DriveTransaction } from '../access/drives.ts'
import type { TargetFolder } from '../access/open-node.ts'
import { chooseName } from './choose-name.ts'
import { toMimeType } from './mime-type.ts'
import { findChild, findHeight, type Node, type NodeSet } from './nodes.store.ts'
import { isShortcutType } from './shortcut-type.ts'
import { sortKey, sortType } from './sort-key.ts'
import { trashNode } from './trash-node.ts'
import { checkDepth } from './tree.ts'

/** Where a node that is there is to lie, and under which name. */
export interface NewPlace {
  into: TargetFolder
  name: string
  conflict: ConflictRule
}

/**
 * What to change of a node so that it lies there: its own row alone, whatever lies below it. It
 * throws before anything is written.
 */
export async function choosePlace(
  transaction: DriveTransaction,
  node: Node,
  { into, name, conflict }: NewPlace,
): Promise<NodeSet> {
  if (node.kind === 'folder' && node.parent_id !== into.folder.id) {
    await checkFits(transaction, node, into)
  }
  const { drive, writer, now } = transaction
  await drive.locks?.require(writer, { folders: [into.folder.id] })
  const chosen = await makeWay(transaction, node, { into, name, conflict })
  // What the link of a visitor does not take, a file does not become either.
  if (node.kind === 'file' && chosen !== node.name)
    drive.reach.arriving?.check({ name: chosen, size: 0 }, now)
  return {
    parent_id: into.folder.id,
    trashed_at: null,
    trashed_from: null,
    ...(chosen === node.name ? {} : toNameSet(node, chosen)),
  }
}

/** Of a tree that has more folders than this, only as many are looked at, so that nobody waits. */
const FOLDERS_TO_LOOK_AT = 5_000

async function checkFits(
  { writer }: DriveTransaction,
  node: Node,
  { folder, above }: TargetFolder,
): Promise<void> {
  if (folder.id === node.id || above.some(({ id }) => id === node.id)) {
    throw new ServiceError('invalid_argument', {
      description: 'a folder cannot be moved into itself or into a folder below it',
    })
  }
  const height = await findHeight(writer, node.drive_id, node.id, FOLDERS_TO_LOOK_AT)
  checkDepth(above.length + 1 + height)
}

/** With `replace`, what has the name goes to the trash, from where it can come back. */
async function makeWay(
  transaction: DriveTransaction,
  node: Node,
  { into, name, conflict }: NewPlace,
): Promise<string> {
  const { drive, writer } = transaction
  const chosen = await chooseName(drive, {
    name,
    kind: node.kind,
    conflict,
    folderRights: into.folder.rights,
    find: (candidate) => findChild(writer, drive, into.folder.id, candidate),
    self: node.id,
  })
  if (chosen.replaced) await trashNode(transaction, chosen.replaced)
  return chosen.name
}

function toNameSet(node: Node, name: string): NodeSet {
  const type = sortType(node.kind, name)
  return {
    name,
    sort_key: sortKey(node.kind, name),
    type,
    // Another ending says what the content is, if it says anything.
    ...(type === node.type || isShortcutType(node.mime_type)
      ? {}
      : { mime_type: toMimeType(undefined, name) ?? node.mime_type }),
  }
}
