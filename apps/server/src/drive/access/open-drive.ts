import { ServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Reader } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import type { Access } from './access.ts'
import type { KnownTops } from './known-tops.ts'
import { limitReach } from './limit-reach.ts'
import { findLinkOf } from './link-rules.store.ts'
import { createKeepHeld } from './lock-holders.ts'
import { DriveLocks } from './locks.ts'
import { isOwner, type OpenDrive, Reach, reachAll } from './reach.ts'
import { resolveTops } from './resolve-tops.ts'

export interface OpenParts {
  people: PeopleDirectory
  now: number
  /** For a call that changes nothing. */
  known?: KnownTops | undefined
}

/** A drive in which the caller reaches nothing does not exist for them, in the same words. */
export async function openDrive(
  reader: Reader,
  drive: DriveRow | undefined,
  access: Access,
  parts: OpenParts,
): Promise<OpenDrive> {
  // The server itself works on while the rows of a deleted drive are removed.
  const isDeleted = drive?.deleted_at != null && access.actor.kind !== 'system'
  if (!drive || isDeleted) throw unknownDrive()
  // What the server does itself, such as emptying the trash, is stopped by nobody's lock.
  const hasLocks = drive.locked_until > parts.now && access.actor.kind !== 'system'
  const keepHeld = createKeepHeld(drive, parts)
  const locks = hasLocks ? new DriveLocks(drive, access, { now: parts.now, keepHeld }) : undefined
  const reach = await findReach(reader, drive, access, parts)
  const limited = access.limit ? await limitReach(reader, { ...drive, reach }, access) : reach
  return { ...drive, reach: limited, locks }
}

async function findReach(
  reader: Reader,
  drive: DriveRow,
  access: Access,
  parts: OpenParts,
): Promise<Reach> {
  if (isOwner(drive, access)) return reachAll(drive, access)
  const tops = await resolveTops({ reader, ...parts }, drive, access.actor)
  if (tops.length === 0) throw unknownDrive()
  const link = await findLinkOf(reader, drive.id, access.actor)
  return new Reach(drive, access, tops, link)
}

export function unknownDrive(): ServiceError {
  return new ServiceError('not_found', { description: 'no such drive' })
}
