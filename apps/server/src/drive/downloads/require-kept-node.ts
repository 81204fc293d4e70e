import { ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import { findNode, listAncestors, type Node, requireNode } from '../nodes/tree.ts'

/**
 * A node that was not deleted for good, neither itself nor with a folder above it: what is being removed
 * step by step is gone from the first one on. What lies in the trash can still be looked at.
 */
export async function requireKeptNode(reader: Reader, drive: DriveRow, id: string): Promise<Node> {
  const node = await requireNode(reader, drive, id)
  const [top] = await listAncestors(reader, node)
  if (top && !(await findNode(reader, drive.id, top.id))) {
    throw new ServiceError('not_found', { description: 'no such file or folder' })
  }
  return node
}
