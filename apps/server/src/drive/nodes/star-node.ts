import { ServiceError } from '@awan/protocol/errors'
import type { DriveTransaction } from '../access/drives.ts'
import { isInPlace, listAncestors, type OpenNode } from '../access/open-node.ts'
import { saveMark } from '../marks/marks.ts'

/** A star is the person's own: the node stays as it is, and nobody else is told. */
export async function starNode(
  { drive, writer, now, recordChange }: DriveTransaction,
  node: OpenNode,
  isStarred: boolean,
): Promise<OpenNode> {
  const { actor } = drive.reach
  if (actor.kind !== 'person') {
    throw new ServiceError('permission_denied', {
      description: 'only people with an account can star files: sign in first',
    })
  }
  if (node.id === drive.root_id) {
    throw new ServiceError('invalid_argument', { description: 'the top folder cannot be starred' })
  }
  if (!isInPlace(drive, node, await listAncestors(writer, node))) {
    throw new ServiceError('failed_precondition', {
      description: 'the file is in the trash: restore it first',
    })
  }
  if (isStarred === (node.starred_at !== null)) return node
  const starred_at = isStarred ? now : null
  const key = { drive_id: drive.id, node_id: node.id, person_sub: actor.sub }
  await saveMark(writer, key, { starred_at })
  recordChange({ marked: node })
  return { ...node, starred_at }
}
