import { ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { DriveTransaction } from '../access/drives.ts'
import { isInPlace, listAncestors, notFound, type OpenNode, openNode } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import type { FileContent } from './new-node.ts'
import { updateContent } from './nodes.store.ts'

/** A file that gets another content, for whoever may edit it: they may not see the folder that it is in. */
export async function openContentFile(
  reader: Reader,
  drive: OpenDrive,
  id: string,
): Promise<OpenNode> {
  const node = await openNode(reader, drive, id, 'edit')
  if (node.kind !== 'file') {
    throw new ServiceError('invalid_argument', { description: 'a folder has no content' })
  }
  if (!isInPlace(drive, node, await listAncestors(reader, node))) throw notFound()
  await drive.locks?.require(reader, { nodes: [node.id] })
  return node
}

/** The version itself is added afterwards: it belongs to the node. */
export async function replaceContent(
  { drive, writer, now, recordChange }: DriveTransaction,
  id: string,
  {
    content,
    check,
    isQuiet = false,
  }: { content: FileContent; check(existing: OpenNode): void; isQuiet?: boolean },
): Promise<OpenNode> {
  const node = await openContentFile(writer, drive, id)
  check(node)
  await updateContent(writer, node, { ...content, touched_at: now })
  const action = { action: 'write', data: { name: node.name } }
  recordChange({ changed: node, set: content }, isQuiet ? undefined : action)
  return openNode(writer, drive, id, 'view')
}
