import type { Reader } from '../../db/database.ts'
import { keepOpened, notFound, type OpenNode, requireRight } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { allows, asGranted, NO_RIGHTS } from '../access/rights.ts'
import type { Path } from '../nodes/growing-tree.ts'
import { findChild } from '../nodes/tree.ts'

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

/** With the right that the call needs. */
export async function openByPath(reader: Reader, drive: OpenDrive, path: Path): Promise<OpenNode> {
  const node = await findByPath(reader, drive, path)
  if (!node) throw notFound()
  requireRight(node, drive.reach.right)
  return node
}
