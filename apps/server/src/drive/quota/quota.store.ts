import type { Reader, Writer } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'

export async function subtractUsage(writer: Writer, driveId: string, bytes: number): Promise<void> {
  await writer
    .updateTable('drives')
    .set((drive) => ({ used_bytes: drive('used_bytes', '-', bytes) }))
    .where('id', '=', driveId)
    .execute()
}

/** False when there is no room; the condition is part of the update, so parallel callers cannot both win. */
export async function addUsage(writer: Writer, driveId: string, bytes: number): Promise<boolean> {
  const updated = await writer
    .updateTable('drives')
    .set((drive) => ({ used_bytes: drive('used_bytes', '+', bytes) }))
    .where('id', '=', driveId)
    .where((drive) =>
      drive.or([
        drive('quota_bytes', 'is', null),
        drive(drive('used_bytes', '+', bytes), '<=', drive.ref('quota_bytes')),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export async function updateQuota(
  writer: Writer,
  driveId: string,
  bytes: number | null,
): Promise<DriveRow | undefined> {
  return writer
    .updateTable('drives')
    .set({ quota_bytes: bytes })
    .where('id', '=', driveId)
    .returningAll()
    .executeTakeFirst()
}

/** In the order of their owners. */
export function listUsage(
  reader: Reader,
  afterOwner: string,
  limit: number,
): Promise<Pick<DriveRow, 'owner_sub' | 'used_bytes' | 'quota_bytes'>[]> {
  return reader
    .selectFrom('drives')
    .select(['owner_sub', 'used_bytes', 'quota_bytes'])
    .where('owner_sub', '>', afterOwner)
    .orderBy('owner_sub')
    .limit(limit)
    .execute()
}
