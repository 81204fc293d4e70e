import type { Reader, Writer } from '../../db/database.ts'
import { createPreparedChange } from '../../db/prepared-query.ts'
import type { DriveRow } from '../../db/tables.ts'

/**
 * What is used and what is promised change together: `used` goes up by so much, `reserved` by so much,
 * each also down. False when there is no room; the condition is part of the update, so that parallel
 * callers cannot both win. What takes no more than it gives back always fits.
 */
export async function changeUsage(
  writer: Writer,
  driveId: string,
  { used, reserved }: { used: number; reserved: number },
): Promise<boolean> {
  const change = used + reserved > 0 ? usageRaise : usageChange
  const updated = await writer.run(change, { driveId, used, reserved })
  return updated.length > 0
}

const usageChange = createPreparedChange(
  'usage_change',
  ['driveId', 'used', 'reserved'],
  (writer, { driveId, used, reserved }) => updateUsage(writer, driveId, used, reserved),
)

const usageRaise = createPreparedChange(
  'usage_raise',
  ['driveId', 'used', 'reserved'],
  (writer, { driveId, used, reserved }) =>
    updateUsage(writer, driveId, used, reserved).where((drive) => {
      const taken = drive('used_bytes', '+', drive.ref('reserved_bytes'))
      const wanted = drive(drive(taken, '+', used), '+', reserved)
      return drive(wanted, '<=', drive.fn.coalesce('quota_bytes', drive.lit(MOST_BYTES)))
    }),
)

/** Without a quota there is still an end: that of numbers that can be counted with. */
const MOST_BYTES = Number.MAX_SAFE_INTEGER

function updateUsage(writer: Writer, driveId: string, used: number, reserved: number) {
  return writer
    .updateTable('drives')
    .set((drive) => ({
      used_bytes: drive('used_bytes', '+', used),
      reserved_bytes: drive('reserved_bytes', '+', reserved),
    }))
    .where('id', '=', driveId)
    .returning('id')
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

/** Of people, in the order of their subs. */
export function listUsage(
  reader: Reader,
  afterOwner: string,
  limit: number,
): Promise<Pick<DriveRow, 'owner_sub' | 'used_bytes' | 'quota_bytes'>[]> {
  return reader
    .selectFrom('drives')
    .select(['owner_sub', 'used_bytes', 'quota_bytes'])
    .where('owner_sub', '>', afterOwner)
    .where('name', 'is', null)
    .orderBy('owner_sub')
    .limit(limit)
    .execute()
}
