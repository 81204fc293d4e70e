import type { Reader, Writer } from '../../db/database.ts'
import type { DeviceCodeRow } from '../../db/tables.ts'

/** False when another device shows the same code just now. */
export async function insertDeviceCode(writer: Writer, row: DeviceCodeRow): Promise<boolean> {
  const inserted = await writer
    .insertInto('device_codes')
    .values(row)
    .onConflict((conflict) => conflict.column('user_code').doNothing())
    .returning('hash')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function selectByUserCode(
  reader: Reader,
  userCode: string,
): Promise<DeviceCodeRow | undefined> {
  return reader
    .selectFrom('device_codes')
    .selectAll()
    .where('user_code', '=', userCode)
    .executeTakeFirst()
}

/** Locked till the end of the transaction: a device that polls twice at once is seen to do so. */
export async function lockDeviceCode(
  writer: Writer,
  hash: string,
): Promise<DeviceCodeRow | undefined> {
  return writer
    .updateTable('device_codes')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('hash', '=', hash)
    .returningAll()
    .executeTakeFirst()
}

/** False when nobody waits for this decision any more. */
export async function decideDeviceCode(
  writer: Writer,
  hash: string,
  decision: Pick<DeviceCodeRow, 'state' | 'sub' | 'scope' | 'source_session_id'>,
): Promise<boolean> {
  const decided = await writer
    .updateTable('device_codes')
    .set(decision)
    .where('hash', '=', hash)
    .where('state', 'in', ['WAITING_CONNECT', 'WAITING_CONSENT'])
    .where('used_at', 'is', null)
    .returning('hash')
    .executeTakeFirst()
  return decided !== undefined
}

export async function recordPoll(
  writer: Writer,
  hash: string,
  poll: Pick<DeviceCodeRow, 'polled_at' | 'interval_ms'>,
): Promise<void> {
  await writer.updateTable('device_codes').set(poll).where('hash', '=', hash).execute()
}

/** True for exactly one of all callers, however they race. */
export async function markDeviceCodeUsed(
  writer: Writer,
  hash: string,
  nowMs: number,
): Promise<boolean> {
  const marked = await writer
    .updateTable('device_codes')
    .set({ used_at: nowMs })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('hash')
    .executeTakeFirst()
  return marked !== undefined
}

export async function deleteDeviceCodesOf(
  writer: Writer,
  { sub, clientId }: { sub: string; clientId: string },
): Promise<void> {
  await writer
    .deleteFrom('device_codes')
    .where('sub', '=', sub)
    .where('client_id', '=', clientId)
    .execute()
}

export async function deleteDeviceCodesExpiredBefore(
  writer: Writer,
  beforeMs: number,
): Promise<void> {
  await writer.deleteFrom('device_codes').where('expires_at', '<=', beforeMs).execute()
}
