import type { Writer } from '../../db/database.ts'
import type { ProviderStateRow } from '../../db/tables.ts'

/** False when the same one is on its way already. */
export async function insertState(writer: Writer, row: ProviderStateRow): Promise<boolean> {
  const inserted = await writer
    .insertInto('provider_states')
    .values(row)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst()
  return inserted !== undefined
}

export type StateClaim = Pick<
  ProviderStateRow,
  'hash' | 'provider_id' | 'client_id' | 'device_id' | 'redirect_uri'
>

/** Marks it as used; of several that come at once, one gets it. */
export async function spendState(
  writer: Writer,
  claim: StateClaim,
  nowMs: number,
): Promise<ProviderStateRow | undefined> {
  const { hash, provider_id, client_id, device_id, redirect_uri } = claim
  return writer
    .updateTable('provider_states')
    .set({ used_at: nowMs })
    .where('hash', '=', hash)
    .where('provider_id', '=', provider_id)
    .where('client_id', '=', client_id)
    .where('device_id', device_id === null ? 'is' : '=', device_id)
    .where('redirect_uri', '=', redirect_uri)
    .where('used_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .returningAll()
    .executeTakeFirst()
}

export async function reopenState(writer: Writer, hash: string): Promise<void> {
  await writer
    .updateTable('provider_states')
    .set({ used_at: null })
    .where('hash', '=', hash)
    .execute()
}

export async function deleteStatesOf(writer: Writer, providerId: string): Promise<void> {
  await writer.deleteFrom('provider_states').where('provider_id', '=', providerId).execute()
}

export async function deleteExpiredStates(writer: Writer, nowMs: number): Promise<void> {
  await writer.deleteFrom('provider_states').where('expires_at', '<=', nowMs).execute()
}
