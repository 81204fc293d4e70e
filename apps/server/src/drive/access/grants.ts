import type { GrantRole } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { Writer } from '../../db/database.ts'
import type { GrantRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { Access } from './access.ts'
import type { Drives, DriveTransaction } from './drives.ts'
import {
  deleteGrant,
  deleteGrantsOn,
  findGrant,
  type Grantee,
  insertGrant,
  listGrantsOn,
  toGranteeText,
  updateGrant,
} from './grants.store.ts'
import { findOpenNode, openNode, requireRight } from './open-node.ts'
import { atMost, rightsOfRole } from './rights.ts'

export type { Grantee } from './grants.store.ts'

export interface NewGrant {
  nodeId: string
  grantee: Grantee
  role: GrantRole
  /** Undefined where the grant does not expire. */
  expiresAt?: number | undefined
}

/** Who else reaches a node. Each call needs the right to share it. */
export interface Grants {
  create(access: Access, grant: NewGrant): Promise<GrantRow>
  /** Ends what was made from the grant: visits, and the links that were signed in them. */
  change(
    access: Access,
    grantId: string,
    set: { role?: GrantRole; expiresAt?: number | null },
  ): Promise<GrantRow>
  revoke(access: Access, grantId: string): Promise<void>
  /** All grants on the node itself, by any granter. */
  list(access: Access, nodeId: string): Promise<GrantRow[]>
}

export function createGrants(options: { drives: Drives; clock: Clock; random: Random }): Grants {
  const { drives, clock, random } = options
  return {
    create: (access, { nodeId, grantee, role, expiresAt }) =>
      drives.transact(toShare(access), async (transaction) => {
        const { drive, writer, now, actorId } = transaction
        const node = await openNode(writer, drive, nodeId)
        checkGrantable(role, node.rights)
        checkGrantee(role, toGranteeText(grantee))
        const row: GrantRow = {
          drive_id: drive.id,
          id: createId(random, clock.now()),
          node_id: node.id,
          grantee: toGranteeText(grantee),
          role,
          created_by: actorId,
          created_at: now,
          expires_at: expiresAt ?? null,
          epoch: 1,
        }
        await insertGrant(writer, row)
        return row
      }),

    change: (access, grantId, { role, expiresAt }) =>
      drives.transact(toShare(access), async (transaction) => {
        const { grant, rights } = await openGrant(transaction, grantId)
        if (role !== undefined) checkGrantable(role, rights)
        if (role !== undefined) checkGrantee(role, grant.grantee)
        const next = {
          ...grant,
          role: role ?? grant.role,
          expires_at: expiresAt === undefined ? grant.expires_at : expiresAt,
          epoch: grant.epoch + 1,
        }
        const { role: nextRole, expires_at, epoch } = next
        await updateGrant(transaction.writer, grant, { role: nextRole, expires_at, epoch })
        return next
      }),

    revoke: (access, grantId) =>
      drives.transact(toShare(access), async (transaction) => {
        const { grant } = await openGrant(transaction, grantId)
        await deleteGrant(transaction.writer, grant)
      }),

    list: (access, nodeId) =>
      drives.read(toShare(access), async (reader, drive) => {
        const node = await openNode(reader, drive, nodeId)
        return listGrantsOn(reader, drive.id, [node.id])
      }),
  }
}

/** What was granted on nodes that are gone is gone with them. */
export async function forgetGrantsOn(
  writer: Writer,
  driveId: string,
  nodeIds: readonly string[],
): Promise<void> {
  if (nodeIds.length > 0) await deleteGrantsOn(writer, driveId, nodeIds)
}

function toShare(access: Access): Access {
  return { ...access, right: 'share' }
}

async function openGrant({ drive, writer }: DriveTransaction, grantId: string) {
  const grant = await findGrant(writer, drive.id, grantId)
  const node = grant && (await findOpenNode(writer, drive, grant.node_id))
  // In the same words for one on a node that the caller does not see.
  if (!node) throw new ServiceError('not_found', { description: 'no such grant' })
  requireRight(node, drive.reach.right)
  return { grant, rights: node.rights }
}

/** Nobody gives more than they have. */
function checkGrantable(role: GrantRole, rights: number): void {
  if (atMost(role, rights) === rightsOfRole(role)) return
  throw new ServiceError('permission_denied', {
    description: `the role ${role} has more rights than you have here: choose a lower role`,
  })
}

/** A visitor is nobody in particular: what they shared on, nobody could answer for. */
function checkGrantee(role: GrantRole, grantee: string): void {
  if (role !== 'manager' || grantee !== toGranteeText({ kind: 'link' })) return
  throw new ServiceError('invalid_argument', {
    description: 'the role manager cannot be given to a link: choose another role',
  })
}
