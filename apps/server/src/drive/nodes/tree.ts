import { ROOT_ID } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import { type Ancestor, findAncestors, findNode, type Node } from './nodes.store.ts'

export { listChildren, type Node } from './nodes.store.ts'

/** Folders lie at most so deep, so that the way to the top is always short enough to walk. */
export const MAX_DEPTH = 128

/** A node of this drive; whatever is not in it does not exist. */
export async function requireNode(reader: Reader, drive: DriveRow, id: string): Promise<Node> {
  const node = await findNode(reader, drive.id, id === ROOT_ID ? drive.root_id : id)
  if (!node) throw new ServiceError('not_found', { description: 'no such file or folder' })
  return node
}

export async function requireFolder(reader: Reader, drive: DriveRow, id: string): Promise<Node> {
  const node = await requireNode(reader, drive, id)
  if (node.kind !== 'folder') {
    throw new ServiceError('invalid_argument', { description: 'the parent is not a folder' })
  }
  return node
}

/** The folders above a node, from the top down. */
export function listAncestors(reader: Reader, node: Node): Promise<Ancestor[]> {
  return findAncestors(reader, node.drive_id, node.id, MAX_DEPTH)
}
