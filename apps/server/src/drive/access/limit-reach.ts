import type { Reader } from '../../db/database.ts'
import type { Access } from './access.ts'
import { isInPlace, listAncestors, notFound, openNode } from './open-node.ts'
import { type OpenDrive, Reach } from './reach.ts'
import { atMost, inherited } from './rights.ts'

/** What is left of a caller's reach for a password of theirs that opens one folder, or that only reads. */
export async function limitReach(reader: Reader, drive: OpenDrive, access: Access): Promise<Reach> {
  const { folderId, isReadOnly = false } = access.limit ?? {}
  const most = isReadOnly ? 'viewer' : 'owner'
  const { reach } = drive
  if (folderId === undefined) {
    const tops = reach.tops.map((top) => ({ ...top, rights: atMost(most, top.rights) }))
    return new Reach(drive, access, isReadOnly ? tops : reach.tops, reach.link)
  }
  const folder = await openNode(reader, drive, folderId, 'view')
  if (!isInPlace(drive, folder, await listAncestors(reader, folder))) throw notFound()
  // What somebody may do with a folder only because they added it does not hold for what others put into it.
  const rights = atMost(most, inherited(folder.rights))
  const since = Math.max(...reach.tops.map((top) => top.since))
  const top = { nodeId: folder.id, role: reach.role, rights, since }
  return new Reach(drive, access, [top], reach.link)
}
