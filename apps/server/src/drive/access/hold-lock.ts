import { ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { NodeLockRow, NodeRow } from '../../db/tables.ts'
import type { DriveTransaction } from './drives.ts'
import { deleteLocks, insertLock, setLockExpiry } from './locks.store.ts'
import { locked } from './locks.ts'
import { type OpenNode, requireRight } from './open-node.ts'
import type { OpenDrive } from './reach.ts'
import { allows, inherited } from './rights.ts'

export type NewLock = Pick<NodeLockRow, 'token' | 'is_shared' | 'is_deep' | 'owner'> & {
  durationMs: number
}

/** More than any client holds open; each change of a locked drive looks at all of them. */
const MAX_LOCKS_EACH = 500
const MAX_LOCKS = 2_000

/** Throws where another lock does not go together with the new one. */
export async function takeLock(
  { drive, writer, now, actorId }: DriveTransaction,
  node: OpenNode,
  { durationMs, ...lock }: NewLock,
): Promise<NodeLockRow> {
  requireRight(node, 'edit')
  const isTree = lock.is_deep === 1 && node.kind === 'folder'
  // Whoever may change a folder only because they added it does not lock what others put into it.
  if (isTree) requireRight({ ...node, rights: inherited(node.rights) }, 'edit')
  await drive.locks?.forgetEnded(writer)
  const others = (await drive.locks?.all(writer)) ?? []
  const mine = others.filter(({ person_sub }) => person_sub === actorId)
  if (others.length >= MAX_LOCKS || mine.length >= MAX_LOCKS_EACH) {
    throw new ServiceError('resource_exhausted', {
      description: `at most ${MAX_LOCKS_EACH} locks of a person can be held in a drive at a time: release some first`,
    })
  }
  const near = [
    ...(await coveringOf(writer, drive, node.id)),
    ...((isTree && (await drive.locks?.below(writer, node.id))) || []),
  ]
  const conflict = near.find(({ is_shared }) => is_shared === 0 || lock.is_shared === 0)
  if (conflict) throw locked(conflict)
  const { actor } = drive.reach
  const row: NodeLockRow = {
    ...lock,
    drive_id: drive.id,
    node_id: node.id,
    person_sub: actorId,
    app_password_id: (actor.kind === 'person' && actor.appPasswordId) || null,
    session_id: (actor.kind === 'person' && actor.sessionId) || null,
    created_at: now,
    expires_at: now + durationMs,
  }
  await insertLock(writer, row)
  return row
}

/** Of the locks that hold for a node; only who took it makes it last longer. */
export async function refreshLock(
  { drive, writer, now, actorId }: DriveTransaction,
  node: Pick<NodeRow, 'id'>,
  { tokens, durationMs }: { tokens: readonly string[]; durationMs: number },
): Promise<NodeLockRow | undefined> {
  const covering = await coveringOf(writer, drive, node.id)
  const lock = covering.find(
    ({ token, person_sub }) => tokens.includes(token) && person_sub === actorId,
  )
  if (!lock) return undefined
  const refreshed = { ...lock, expires_at: now + durationMs }
  await setLockExpiry(writer, refreshed)
  return refreshed
}

/** Whoever took it releases it, or the owner of the drive. False where it does not hold for this node. */
export async function releaseLock(
  transaction: DriveTransaction,
  node: OpenNode,
  token: string,
): Promise<boolean> {
  const { drive, writer } = transaction
  const covering = await coveringOf(writer, drive, node.id)
  const lock = covering.find((one) => one.token === token)
  if (!lock) return false
  if (!mayEnd(drive, node, lock)) {
    throw new ServiceError('permission_denied', {
      description: 'only who has taken a lock releases it, or the owner of the drive',
    })
  }
  await endLocks(transaction, [lock])
  return true
}

/** Whoever took it ends it, and whoever owns the drive that it is in the way of. */
export function mayEnd(
  { reach }: Pick<OpenDrive, 'reach'>,
  { rights }: Pick<OpenNode, 'rights'>,
  lock: Pick<NodeLockRow, 'person_sub'>,
): boolean {
  return lock.person_sub === reach.actorId || allows(rights, 'own')
}

export async function endLocks(
  { drive, writer, recordChange }: DriveTransaction,
  locks: readonly NodeLockRow[],
): Promise<void> {
  await deleteLocks(
    writer,
    drive.id,
    locks.map(({ token }) => token),
  )
  for (const id of new Set(locks.map(({ node_id }) => node_id))) recordChange({ locked: { id } })
}

/** Those that hold for a node, its own and those of folders above it. */
async function coveringOf(
  reader: Reader,
  { locks }: DriveTransaction['drive'],
  nodeId: string,
): Promise<NodeLockRow[]> {
  return (await locks?.covering(reader, nodeId)) ?? []
}
