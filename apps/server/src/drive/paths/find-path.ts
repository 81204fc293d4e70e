import { ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import type { Path } from '../nodes/growing-tree.ts'
import { findChild, type Node } from '../nodes/tree.ts'

/** What is at a path from the top folder down. */
export async function findByPath(
  reader: Reader,
  drive: DriveRow,
  path: Path,
): Promise<Node | undefined> {
  let folderId = drive.root_id
  let node: Node | undefined
  for (const name of path) {
    node = await findChild(reader, drive.id, folderId, name)
    if (!node) return undefined
    folderId = node.id
  }
  return node
}

export async function requireByPath(reader: Reader, drive: DriveRow, path: Path): Promise<Node> {
  const node = await findByPath(reader, drive, path)
  if (!node) throw new ServiceError('not_found', { description: 'no such file or folder' })
  return node
}
