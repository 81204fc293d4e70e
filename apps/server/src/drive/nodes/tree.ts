import { ROOT_ID } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import { type Ancestor, findAncestors, findNode, findNodes, type Node } from './nodes.store.ts'

export { narrowNodes } from './listing.store.ts'
export { addTerms, deleteTermsOf, insertTerms, listWithoutTerms } from './name-terms.store.ts'
export {
  changeNode,
  countBelow,
  findChild,
  findNode,
  insertNodes,
  insertTags,
  listChildren,
  listTakenNames,
  type Node,
  updateContent,
} from './nodes.store.ts'

/** Folders lie at most so deep, so that the way to the top is always short enough to walk. */
export const MAX_DEPTH = 128

/**
 * So far up a walk goes. It is more than the depth that the rules allow: of a very large tree that is
 * moved, only a part is looked at.
 */
const MAX_WALK = 1024

/** A node of this drive; whatever is not in it does not exist. */
export async function requireNode(reader: Reader, drive: DriveRow, id: string): Promise<Node> {
  const node = await findNode(reader, drive.id, id === ROOT_ID ? drive.root_id : id)
  if (!node) throw new ServiceError('not_found', { description: 'no such file or folder' })
  return node
}

/** Those of several nodes that are there, by their ids. */
export async function loadNodes(
  reader: Reader,
  drive: DriveRow,
  ids: readonly string[],
): Promise<Map<string, Node>> {
  const nodes = ids.length > 0 ? await findNodes(reader, drive.id, ids) : []
  return new Map(nodes.map((node) => [node.id, node]))
}

export async function requireFolder(reader: Reader, drive: DriveRow, id: string): Promise<Node> {
  const node = await requireNode(reader, drive, id)
  if (node.kind !== 'folder') {
    throw new ServiceError('invalid_argument', { description: 'the parent is not a folder' })
  }
  return node
}

export interface OpenFolder {
  folder: Node
  /** From the top down. */
  above: Ancestor[]
}

/** A folder that takes something: what lies in the trash does not. */
export async function requireOpenFolder(
  reader: Reader,
  drive: DriveRow,
  id: string,
): Promise<OpenFolder> {
  const folder = await requireFolder(reader, drive, id)
  const above = await listAncestors(reader, folder)
  if (!isOpen(drive, folder, above)) {
    throw new ServiceError('failed_precondition', { description: 'the folder lies in the trash' })
  }
  return { folder, above }
}

/** Whether the way up ends at the root; that of what lies in the trash does not. */
export function isOpen(drive: DriveRow, node: Node, above: readonly Ancestor[]): boolean {
  return (above[0]?.id ?? node.id) === drive.root_id
}

export function checkDepth(depth: number): void {
  if (depth < MAX_DEPTH) return
  throw new ServiceError('invalid_argument', {
    description: `folders lie at most ${MAX_DEPTH} deep`,
  })
}

/** The folders above a node, from the top down. */
export function listAncestors(reader: Reader, node: Node): Promise<Ancestor[]> {
  return node.parent_id === null
    ? Promise.resolve([])
    : findAncestors(reader, node.drive_id, node.id, MAX_WALK)
}
