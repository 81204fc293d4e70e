import type { Reader, Writer } from '../../db/database.ts'
import type { ProviderTokenRow } from '../../db/tables.ts'

export async function insertProviderToken(writer: Writer, row: ProviderTokenRow): Promise<void> {
  await writer.insertInto('provider_tokens').values(row).execute()
}

export async function selectProviderToken(
  reader: Reader,
  hash: string,
  nowMs: number,
): Promise<ProviderTokenRow | undefined> {
  return reader
    .selectFrom('provider_tokens')
    .selectAll()
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst()
}

/** Undefined when it was used before, or is over. */
export async function spendProviderToken(
  writer: Writer,
  hash: string,
  nowMs: number,
): Promise<ProviderTokenRow | undefined> {
  return writer
    .updateTable('provider_tokens')
    .set({ used_at: nowMs })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .returningAll()
    .executeTakeFirst()
}

export async function updateProfile(writer: Writer, hash: string, profile: string): Promise<void> {
  await writer.updateTable('provider_tokens').set({ profile }).where('hash', '=', hash).execute()
}

export async function deleteProviderTokensOf(writer: Writer, providerId: string): Promise<void> {
  await writer.deleteFrom('provider_tokens').where('provider_id', '=', providerId).execute()
}

export async function deleteExpiredProviderTokens(writer: Writer, nowMs: number): Promise<void> {
  await writer.deleteFrom('provider_tokens').where('expires_at', '<=', nowMs).execute()
}
