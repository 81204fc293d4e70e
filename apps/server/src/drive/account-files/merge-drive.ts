import { ROOT_ID } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Writer } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { systemAccess } from '../access/access.ts'
import { reachAll } from '../access/reach.ts'
import { ChangeLog, forgetUpTo } from '../changes/changes.ts'
import type { TellSeq } from '../changes/signals.ts'
import { bumpSeq } from '../drives/drive-rows.ts'
import { toNodeName } from '../nodes/node-name.ts'
import { placeFolder } from '../nodes/place-node.ts'
import { chargeQuota, reserveQuota } from '../quota/quota.ts'
import { retargetShortcuts } from '../shortcuts/shortcut-rows.ts'
import { deleteAllRows, moveRows } from './drive-tables.store.ts'
import { type DriveTable, driveTables } from './drive-tables.ts'
import {
  copyNodes,
  countNodes,
  deleteEmptied,
  dropDrafts,
  findNumber,
  insertFolderSeqs,
  insertVersions,
  lockDrive,
  moveBlobs,
  moveTexts,
  sumPromised,
  takeVersions,
} from './merge-drive.store.ts'

/** It is one transaction, which others must not wait for too long. */
const MAX_NODES = 20_000

export interface MergeParts {
  blobs: BlobStore
  clock: Clock
  tellSeq?: TellSeq | undefined
}

/**
 * Puts all of one drive into a new folder of another and leaves nothing of the first. Not a byte is
 * copied: the blobs change their drive. Nodes and versions keep their ids, and the new folder
 * takes the id and number of the old root, so that every child already points to it.
 */
export async function mergeDrive(
  { blobs, clock, tellSeq }: MergeParts,
  writer: Writer,
  move: { source: DriveRow; target: DriveRow; folderName: string },
): Promise<void> {
  const target = await bumpSeq(writer, move.target.id)
  const source = await lockDrive(writer, move.source.id)
  if (!target || !source)
    throw new ServiceError('aborted', { description: 'one of the two drives no longer exists' })
  if ((await countNodes(writer, source.id)) > MAX_NODES) {
    throw new ServiceError('failed_precondition', {
      description: `a drive with more than ${MAX_NODES} files and folders cannot be merged`,
    })
  }
  await chargeQuota(writer, target.id, source.used_bytes)
  // The tasks go along, with the room that they were promised.
  await reserveQuota(writer, target.id, await sumPromised(writer, source.id))
  const now = clock.now()
  for (const table of tablesThat('ends')) await deleteAllRows(writer, table, source.id)
  const drafts = await dropDrafts(writer, source.id)
  // One change tells of the folder. Who follows the drive learns of what is in it by listing anew.
  const actorId = target.owner_sub
  const changes = new ChangeLog(target, actorId, now, tellSeq)
  const { record: recordChange, recordGone } = changes
  const drive = { ...target, reach: reachAll(target, systemAccess(target.id)) }
  const number = await findNumber(writer, source.id, source.root_id)
  await placeFolder(
    { drive, writer, now, actorId, recordChange, recordGone, newNumber: () => number },
    {
      id: source.root_id,
      parentId: ROOT_ID,
      name: toNodeName(move.folderName),
      conflict: 'rename',
    },
  )
  await changes.write(writer)
  await forgetUpTo(writer, target.id, changes.lastSeq)
  await copyNodes(writer, source, target.id)
  await insertFolderSeqs(writer, { from: source.id, to: target.id, seq: changes.lastSeq })
  const ids = { from: source.id, to: target.id }
  for (const table of tablesThat('moves')) await moveRows(writer, table, ids)
  await retargetShortcuts(writer, ids)
  await moveTexts(writer, { from: source.id, to: target.id, now })
  const versions = await takeVersions(writer, source.id)
  await moveBlobs(writer, source.id, target.id)
  await insertVersions(
    writer,
    versions.map((version) => ({ ...version, drive_id: target.id })),
  )
  await deleteEmptied(writer, source.id)
  // What is left behind, should we be killed here, is collected as an orphan.
  writer.afterCommit(() => {
    for (const id of drafts) blobs.delete(id).catch(() => undefined)
  })
}

function tablesThat(merge: DriveTable['merge']): DriveTable[] {
  return driveTables.filter((table) => table.merge === merge)
}
