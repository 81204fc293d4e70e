import { ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { DriveTransaction } from '../access/drives.ts'
import { isInPlace, listAncestors, openNode } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { findOpenedAt, saveMark } from '../marks/marks.ts'

/** A file that is opened again so soon is not written again. */
const WRITTEN_EVERY_MS = 60_000

/** Remembers when a person opened a node: for themselves, so that no change is recorded. */
export async function markOpened(
  { drive, writer, now }: DriveTransaction,
  id: string,
): Promise<number> {
  const { actor } = drive.reach
  const node = await openNode(writer, drive, id, 'view')
  if (actor.kind !== 'person') {
    throw new ServiceError('permission_denied', {
      description: 'only people with an account have a list of opened files: sign in first',
    })
  }
  if (!isInPlace(drive, node, await listAncestors(writer, node))) {
    throw new ServiceError('failed_precondition', {
      description: 'the file is in the trash: restore it first',
    })
  }
  const key = { drive_id: drive.id, node_id: node.id, person_sub: actor.sub }
  const before = await findOpenedAt(writer, key)
  if (before !== null && before <= now && now - before < WRITTEN_EVERY_MS) return before
  await saveMark(writer, key, { opened_at: now })
  return now
}

/** When the caller last opened a node; undefined if never, and for callers without an account. */
export async function openedAt(
  reader: Reader,
  { id, reach }: OpenDrive,
  nodeId: string,
): Promise<number | undefined> {
  const { actor } = reach
  if (actor.kind !== 'person') return undefined
  const key = { drive_id: id, node_id: nodeId, person_sub: actor.sub }
  return (await findOpenedAt(reader, key)) ?? undefined
}
