import type { Reader, Writer } from '../../db/database.ts'
import type { AccountEventRow } from '../../db/tables.ts'

export async function insertEvent(writer: Writer, row: AccountEventRow): Promise<void> {
  await writer.insertInto('account_events').values(row).execute()
}

/** Newest first. */
export async function selectEvents(
  reader: Reader,
  sub: string,
  limit: number,
): Promise<AccountEventRow[]> {
  return reader
    .selectFrom('account_events')
    .selectAll()
    .where('sub', '=', sub)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
