import { ServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Reader } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import type { Access } from './access.ts'
import { findLinkOf } from './link-rules.store.ts'
import { isOwner, type OpenDrive, Reach, reachAll } from './reach.ts'
import { resolveTops } from './resolve-tops.ts'

/** A drive in which the caller reaches nothing does not exist for them, in the same words. */
export async function openDrive(
  reader: Reader,
  drive: DriveRow | undefined,
  access: Access,
  parts: { people: PeopleDirectory; now: number },
): Promise<OpenDrive> {
  // The server itself works on while the rows of a deleted drive are removed.
  const isDeleted = drive?.deleted_at != null && access.actor.kind !== 'system'
  if (!drive || isDeleted) throw unknownDrive()
  if (isOwner(drive, access)) return { ...drive, reach: reachAll(drive, access) }
  const tops = await resolveTops({ reader, ...parts }, drive, access.actor)
  if (tops.length === 0) throw unknownDrive()
  const link = await findLinkOf(reader, drive.id, access.actor)
  return { ...drive, reach: new Reach(drive, access, tops, link) }
}

export function unknownDrive(): ServiceError {
  return new ServiceError('not_found', { description: 'no such drive' })
}
