import { ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { NodeRow } from '../../db/tables.ts'
import { hasOthersBelow } from './find-node.store.ts'
import { findOpenNode, type OpenNode } from './open-node.ts'
import type { OpenDrive } from './reach.ts'
import { changesOnlyAdded, NO_RIGHTS } from './rights.ts'

/**
 * A folder takes with it all that is in it. Whoever may change it only because they added it does not take away with it what others
 * have put there.
 */
export async function requireOwnBelow(
  reader: Reader,
  drive: OpenDrive,
  node: NodeRow & Partial<Pick<OpenNode, 'rights'>>,
): Promise<void> {
  if (node.kind === 'file' || drive.reach.changesAll) return
  const rights = node.rights ?? (await findOpenNode(reader, drive, node.id))?.rights ?? NO_RIGHTS
  if (!changesOnlyAdded(rights)) return
  if (!(await hasOthersBelow(reader, node, drive.reach.actorId))) return
  throw new ServiceError('permission_denied', {
    description:
      'others have added something to this folder: ask its owner, or somebody who may edit it',
  })
}
