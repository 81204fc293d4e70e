import { ServiceError } from '@awan/protocol/errors'
import type { DriveRow, GrantRow } from '../../db/tables.ts'
import { listGrantsFor, parseGrantee, toGranteeText } from './grants.store.ts'
import { isOwner, type OpenDrive } from './reach.ts'
import { granteesOf, type ResolveParts } from './resolve-tops.ts'
import { atMost, rightsOfRole } from './rights.ts'
import { isTeamDrive } from './team-drive.ts'

type Given = Pick<GrantRow, 'role' | 'expires_at'>

/** Whether a grant gives more than before, or for longer. */
export function isRaised(before: Given, after: Given): boolean {
  const had = rightsOfRole(before.role)
  return atMost(after.role, had) !== rightsOfRole(after.role) || isLater(after, endOf(before))
}

/** Whether it makes its grantee a member of a team drive. A link has no members. */
export function isMembership(
  drive: DriveRow,
  { node_id, grantee }: Pick<GrantRow, 'node_id' | 'grantee'>,
): boolean {
  return isTeamDrive(drive) && node_id === drive.root_id && parseGrantee(grantee).kind !== 'link'
}

/** What somebody was given by others ends when these say: it is not theirs to raise. */
export async function refuseOwn(
  parts: ResolveParts,
  drive: OpenDrive,
  grant: GrantRow,
): Promise<void> {
  if (!(await isForCaller(parts, drive, grant))) return
  throw new ServiceError('permission_denied', {
    description: 'you cannot raise your own access: ask the owner, or another manager',
  })
}

/**
 * A membership is given in the name of the team drive, and does not end with whoever gave it. So nobody gives one that outlives
 * their own: what they manage the drive by, this very grant not counted.
 */
export async function checkMembership(
  { reader, people, now }: ResolveParts,
  drive: OpenDrive,
  grant: GrantRow,
): Promise<void> {
  const { actor } = drive.reach
  if (actor.kind === 'system') return
  const grantees = actor.kind === 'person' ? await granteesOf(reader, people, actor.sub) : []
  const managing = (await listGrantsFor(reader, drive.id, grantees, now)).filter(
    ({ id, node_id, role }) => node_id === drive.root_id && role === 'manager' && id !== grant.id,
  )
  const end = Math.max(0, ...managing.map(endOf))
  if (!isLater(grant, end)) return
  throw new ServiceError('permission_denied', {
    description:
      end === 0
        ? 'you cannot raise your own access: ask another manager'
        : 'you manage this drive for a limited time: choose an expires_time that is not after the end of it',
  })
}

async function isForCaller(
  { reader, people }: ResolveParts,
  drive: OpenDrive,
  { grantee }: GrantRow,
): Promise<boolean> {
  const { actor } = drive.reach
  if (actor.kind !== 'person' || isOwner(drive, drive.reach)) return false
  const theirs = await granteesOf(reader, people, actor.sub)
  return theirs.map(toGranteeText).includes(grantee)
}

function endOf({ expires_at }: Pick<GrantRow, 'expires_at'>): number {
  return expires_at ?? Number.POSITIVE_INFINITY
}

function isLater(grant: Pick<GrantRow, 'expires_at'>, end: number): boolean {
  return endOf(grant) > end
}
