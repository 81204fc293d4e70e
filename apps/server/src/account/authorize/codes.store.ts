import type { Reader, Writer } from '../../db/database.ts'
import type { AuthorizationCodeRow } from '../../db/tables.ts'

export async function insertCode(writer: Writer, row: AuthorizationCodeRow): Promise<void> {
  await writer.insertInto('authorization_codes').values(row).execute()
}

export async function selectCode(
  reader: Reader,
  hash: string,
): Promise<AuthorizationCodeRow | undefined> {
  return reader
    .selectFrom('authorization_codes')
    .selectAll()
    .where('hash', '=', hash)
    .executeTakeFirst()
}

/** True for exactly one of all callers, however they race. */
export async function markCodeUsed(writer: Writer, hash: string, nowMs: number): Promise<boolean> {
  const marked = await writer
    .updateTable('authorization_codes')
    .set({ used_at: nowMs })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('hash')
    .executeTakeFirst()
  return marked !== undefined
}

export async function setCodeSession(
  writer: Writer,
  hash: string,
  sessionId: string,
): Promise<void> {
  await writer
    .updateTable('authorization_codes')
    .set({ session_id: sessionId })
    .where('hash', '=', hash)
    .execute()
}

export async function deleteCodesOf(
  writer: Writer,
  { sub, clientId }: { sub: string; clientId: string },
): Promise<void> {
  await writer
    .deleteFrom('authorization_codes')
    .where('sub', '=', sub)
    .where('client_id', '=', clientId)
    .execute()
}

export async function deleteCodesExpiredBefore(writer: Writer, beforeMs: number): Promise<void> {
  await writer.deleteFrom('authorization_codes').where('expires_at', '<=', beforeMs).execute()
}
