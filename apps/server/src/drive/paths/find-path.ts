import type { Reader } from '../../db/database.ts'
import {
  findOpenNode,
  isInPlace,
  keepOpened,
  listAncestors,
  notFound,
  type OpenNode,
  requireRight,
} from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { allows, asGranted, NO_RIGHTS } from '../access/rights.ts'
import type { Path } from '../nodes/growing-tree.ts'
import { findChild, type Node } from '../nodes/tree.ts'

/** What is at a path from the caller's top folder down, if they see it. */
export async function findByPath(
  reader: Reader,
  drive: OpenDrive,
  path: Path,
): Promise<OpenNode | undefined> {
  const { reach } = drive
  let folderId = reach.rootId
  let rights = asGranted(reach.whole ?? reach.tops[0]?.rights ?? NO_RIGHTS)
  let node: OpenNode | undefined
  for (const name of path) {
    const child =
      folderId === undefined ? undefined : await findChild(reader, drive, folderId, name)
    if (!child) return undefined
    rights = reach.rightsIn(rights, child)
    if (!allows(rights, 'view')) return undefined
    node = Object.assign(child, { rights })
    folderId = node.id
  }
  return node && (await keepOpened(reader, drive, [node]))[0]
}

/** What is at the end of a way, and the folder that it is in, or would be in. */
export interface Below {
  folder: OpenNode | undefined
  node: OpenNode | undefined
}

/** The same from any folder down, which itself is at the end of an empty way. */
export async function findBelow(
  reader: Reader,
  drive: OpenDrive,
  folderId: string,
  path: Path,
): Promise<Below> {
  let folder: OpenNode | undefined
  let node = await findOpenNode(reader, drive, folderId)
  if (node && !isInPlace(drive, node, await listAncestors(reader, node))) node = undefined
  for (const name of path) {
    folder = node?.kind === 'folder' ? node : undefined
    if (!folder) return { folder, node: undefined }
    const child = await findChild(reader, drive, folder.id, name)
    const rights = child && drive.reach.rightsIn(folder.rights, child)
    const isSeen = rights !== undefined && allows(rights, 'view')
    node = isSeen ? Object.assign(child as Node, { rights }) : undefined
  }
  return { folder, node }
}

/** With the right that the call needs. */
export async function openByPath(reader: Reader, drive: OpenDrive, path: Path): Promise<OpenNode> {
  const node = await findByPath(reader, drive, path)
  if (!node) throw notFound()
  requireRight(node, drive.reach.right)
  return node
}
