import type { Reader, Writer } from '../../db/database.ts'
import type { ProviderSettingsRow } from '../../db/tables.ts'

export async function selectSettings(reader: Reader): Promise<ProviderSettingsRow[]> {
  return reader.selectFrom('provider_settings').selectAll().orderBy('id').execute()
}

export async function selectSettingsOf(
  reader: Reader,
  id: string,
): Promise<ProviderSettingsRow | undefined> {
  return reader.selectFrom('provider_settings').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function upsertSettings(writer: Writer, row: ProviderSettingsRow): Promise<void> {
  const { id, ...changes } = row
  await writer
    .insertInto('provider_settings')
    .values({ id, ...changes })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
    .execute()
}

export async function deleteSettings(writer: Writer, id: string): Promise<void> {
  await writer.deleteFrom('provider_settings').where('id', '=', id).execute()
}
