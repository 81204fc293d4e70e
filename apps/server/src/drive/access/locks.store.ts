import type { Reader, Writer } from '../../db/database.ts'
import type { NodeLockRow } from '../../db/tables.ts'

/** Those of a drive that have not expired. */
export function listLocks(reader: Reader, driveId: string, now: number): Promise<NodeLockRow[]> {
  return reader
    .selectFrom('node_locks')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('token')
    .execute()
}

/** The row of the drive says until when there can be one, so that nobody looks for locks where there are none. */
export async function insertLock(writer: Writer, row: NodeLockRow): Promise<void> {
  await writer.insertInto('node_locks').values(row).execute()
  await raiseLockedUntil(writer, row)
}

export async function setLockExpiry(
  writer: Writer,
  lock: Pick<NodeLockRow, 'drive_id' | 'token' | 'expires_at'>,
): Promise<void> {
  await writer
    .updateTable('node_locks')
    .set({ expires_at: lock.expires_at })
    .where('drive_id', '=', lock.drive_id)
    .where('token', '=', lock.token)
    .execute()
  await raiseLockedUntil(writer, lock)
}

async function raiseLockedUntil(
  writer: Writer,
  { drive_id, expires_at }: Pick<NodeLockRow, 'drive_id' | 'expires_at'>,
): Promise<void> {
  await writer
    .updateTable('drives')
    .set({ locked_until: expires_at })
    .where('id', '=', drive_id)
    .where('locked_until', '<', expires_at)
    .execute()
}

export async function deleteLocks(
  writer: Writer,
  driveId: string,
  tokens: readonly string[],
): Promise<void> {
  if (tokens.length === 0) return
  await writer
    .deleteFrom('node_locks')
    .where('drive_id', '=', driveId)
    .where('token', 'in', tokens)
    .execute()
}

export async function deleteExpiredLocks(
  writer: Writer,
  driveId: string,
  now: number,
): Promise<void> {
  await writer
    .deleteFrom('node_locks')
    .where('drive_id', '=', driveId)
    .where('expires_at', '<=', now)
    .execute()
}

/** With nodes that go for good. */
export async function deleteLocksOn(
  writer: Writer,
  driveId: string,
  nodeIds: readonly string[],
): Promise<void> {
  if (nodeIds.length === 0) return
  await writer
    .deleteFrom('node_locks')
    .where('drive_id', '=', driveId)
    .where('node_id', 'in', nodeIds)
    .execute()
}
