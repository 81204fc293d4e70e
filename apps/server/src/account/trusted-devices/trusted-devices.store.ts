import type { Reader, Writer } from '../../db/database.ts'
import type { TrustedDeviceRow } from '../../db/tables.ts'

export async function insertTrustedDevice(writer: Writer, row: TrustedDeviceRow): Promise<void> {
  await writer.insertInto('trusted_devices').values(row).execute()
}

/** Whether this token makes this device of this person a trusted one; notes that it was used. */
export async function useTrustedDevice(
  writer: Writer,
  device: { sub: string; deviceId: string; tokenHash: string; nowMs: number },
): Promise<boolean> {
  const used = await writer
    .updateTable('trusted_devices')
    .set({ last_used_at: device.nowMs })
    .where('sub', '=', device.sub)
    .where('device_id', '=', device.deviceId)
    .where('token_hash', '=', device.tokenHash)
    .where('expires_at', '>', device.nowMs)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

export async function selectTrustedDevices(
  reader: Reader,
  sub: string,
  nowMs: number,
): Promise<TrustedDeviceRow[]> {
  return reader
    .selectFrom('trusted_devices')
    .selectAll()
    .where('sub', '=', sub)
    .where('expires_at', '>', nowMs)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function deleteTrustedDevice(
  writer: Writer,
  sub: string,
  by: { id: string } | { deviceId: string },
): Promise<boolean> {
  const owned = writer.deleteFrom('trusted_devices').where('sub', '=', sub)
  const query =
    'id' in by ? owned.where('id', '=', by.id) : owned.where('device_id', '=', by.deviceId)
  return (await query.returning('id').execute()).length > 0
}

/** All but so many that were used last. */
export async function keepLastTrustedDevices(
  writer: Writer,
  sub: string,
  count: number,
): Promise<void> {
  await writer
    .deleteFrom('trusted_devices')
    .where('sub', '=', sub)
    .where('id', 'not in', (kept) =>
      kept
        .selectFrom('trusted_devices as kept')
        .select('kept.id')
        .where('kept.sub', '=', sub)
        .orderBy('kept.last_used_at', 'desc')
        .orderBy('kept.id', 'desc')
        .limit(count),
    )
    .execute()
}

export async function deleteTrustedDevices(writer: Writer, sub: string): Promise<number> {
  const deleted = await writer
    .deleteFrom('trusted_devices')
    .where('sub', '=', sub)
    .returning('id')
    .execute()
  return deleted.length
}

export async function deleteExpiredTrustedDevices(writer: Writer, nowMs: number): Promise<void> {
  await writer.deleteFrom('trusted_devices').where('expires_at', '<=', nowMs).execute()
}

export function selectTrustedDevicesForExport(reader: Reader, sub: string) {
  return reader
    .selectFrom('trusted_devices')
    .select(['id', 'device_id', 'name', 'created_at', 'last_used_at', 'expires_at'])
    .where('sub', '=', sub)
    .orderBy('id')
    .execute()
}

export async function countTrustedDevices(
  reader: Reader,
  sub: string,
  nowMs: number,
): Promise<number> {
  const { n } = await reader
    .selectFrom('trusted_devices')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('sub', '=', sub)
    .where('expires_at', '>', nowMs)
    .executeTakeFirstOrThrow()
  return Number(n)
}
