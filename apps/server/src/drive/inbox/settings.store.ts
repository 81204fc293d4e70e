import type { InboxKind, MailChoice } from '@awan/protocol/drive'
import type { Reader, Writer } from '../../db/database.ts'
import type { InboxSettingRow } from '../../db/tables.ts'

export function selectSettings(
  reader: Reader,
  subs: readonly string[],
): Promise<InboxSettingRow[]> {
  if (subs.length === 0) return Promise.resolve([])
  return reader
    .selectFrom('inbox_settings')
    .selectAll()
    .where('person_sub', 'in', subs)
    .orderBy('kind')
    .execute()
}

export async function saveSetting(
  writer: Writer,
  person_sub: string,
  kind: InboxKind,
  mail: MailChoice,
): Promise<void> {
  await writer
    .insertInto('inbox_settings')
    .values({ person_sub, kind, mail })
    .onConflict((conflict) => conflict.columns(['person_sub', 'kind']).doUpdateSet({ mail }))
    .execute()
}

export async function deleteSettings(writer: Writer, sub: string): Promise<void> {
  await writer.deleteFrom('inbox_settings').where('person_sub', '=', sub).execute()
}
