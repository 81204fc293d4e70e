import type { VersionRow } from '../../db/tables.ts'
import type { DriveTransaction } from '../access/drives.ts'
import { type OpenNode, openNode } from '../access/open-node.ts'
import { addSharedVersions } from '../contents/contents.ts'
import { checkSameCall } from '../idempotent-id.ts'
import { checkIfMatch } from '../nodes/etag.ts'
import { updateContent } from '../nodes/tree.ts'
import { chargeQuota } from '../quota/quota.ts'
import { orderThumbnails } from '../thumbnails/order-thumbnails.ts'
import { findVersionByPrefix } from './versions.store.ts'

export interface Restoring {
  node: OpenNode
  version: VersionRow
  /** Of the version that is made. */
  id: string
  /** All ids that the caller's key gives, where there is a key. */
  prefix: string | undefined
  ifMatch: string | undefined
}

/**
 * The old content becomes the newest version, which shares its bytes: what the file held until now
 * stays a version too, so that restoring is itself undone by restoring.
 */
export async function restoreVersion(
  transaction: DriveTransaction,
  { node, version, id, prefix, ifMatch }: Restoring,
): Promise<OpenNode> {
  const { drive, writer, now, actorId, recordChange } = transaction
  const known = prefix && (await findVersionByPrefix(writer, drive.id, prefix))
  if (known) {
    checkSameCall(known, { id, prefix })
    return node
  }
  checkIfMatch(node, ifMatch)
  if (version.id === node.version_id) return node

  await chargeQuota(writer, drive.id, version.size)
  await addSharedVersions(writer, drive.id, [
    { ...version, id, created_at: now, created_by: actorId, name: null },
  ])
  const content = {
    version_id: id,
    hash: version.hash,
    size: version.size,
    mime_type: node.mime_type,
    modified_at: now,
    touched_at: now,
  }
  await updateContent(writer, node, content)
  await orderThumbnails(writer, { ...version, mime_type: node.mime_type }, now)
  const data = { name: node.name, version_id: version.id }
  recordChange({ changed: node, set: content }, { action: 'restore_version', data })
  return openNode(writer, drive, node.id)
}
