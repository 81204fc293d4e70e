import type { Reader, Writer } from '../../db/database.ts'
import type { AccountExportRow } from '../../db/tables.ts'

export async function insertExport(writer: Writer, row: AccountExportRow): Promise<void> {
  await writer.insertInto('account_exports').values(row).execute()
}

export function selectExport(
  reader: Reader,
  { id, sub, nowMs }: { id: string; sub: string; nowMs: number },
): Promise<AccountExportRow | undefined> {
  return reader
    .selectFrom('account_exports')
    .selectAll()
    .where('id', '=', id)
    .where('sub', '=', sub)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst()
}

export async function deleteExpiredExports(writer: Writer, nowMs: number): Promise<void> {
  await writer.deleteFrom('account_exports').where('expires_at', '<=', nowMs).execute()
}
