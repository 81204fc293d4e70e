import type { Reader, Writer } from '../../db/database.ts'
import type { AppLoginRow } from '../../db/tables.ts'

export async function insertAppLogin(writer: Writer, row: AppLoginRow): Promise<void> {
  await writer.insertInto('app_logins').values(row).execute()
}

/** Undefined once somebody has decided. */
export function selectWaiting(
  reader: Reader,
  pageHash: string,
  now: number,
): Promise<AppLoginRow | undefined> {
  return reader
    .selectFrom('app_logins')
    .selectAll()
    .where('page_hash', '=', pageHash)
    .where('sub', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** False for all but the first who decides, however they race. */
export async function approveWaiting(
  writer: Writer,
  pageHash: string,
  decision: { sub: string; session_id: string; now: number },
): Promise<boolean> {
  const { sub, session_id, now } = decision
  const approved = await writer
    .updateTable('app_logins')
    .set({ sub, session_id })
    .where('page_hash', '=', pageHash)
    .where('sub', 'is', null)
    .where('expires_at', '>', now)
    .returning('page_hash')
    .executeTakeFirst()
  return approved !== undefined
}

export async function deleteWaiting(
  writer: Writer,
  pageHash: string,
  now: number,
): Promise<boolean> {
  const deleted = await writer
    .deleteFrom('app_logins')
    .where('page_hash', '=', pageHash)
    .where('sub', 'is', null)
    .where('expires_at', '>', now)
    .returning('page_hash')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Whether it is worth a transaction to ask for it: programs ask every few seconds. */
export async function isApproved(reader: Reader, pollHash: string): Promise<boolean> {
  const row = await reader
    .selectFrom('app_logins')
    .select('sub')
    .where('poll_hash', '=', pollHash)
    .executeTakeFirst()
  return row !== undefined && row.sub !== null
}

/** One that was approved, for the one caller who gets it. */
export function takeApproved(
  writer: Writer,
  pollHash: string,
  now: number,
): Promise<AppLoginRow | undefined> {
  return writer
    .deleteFrom('app_logins')
    .where('poll_hash', '=', pollHash)
    .where('sub', 'is not', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/** What this person has agreed to and no program has come for yet. */
export async function deleteApprovedBy(writer: Writer, sub: string): Promise<void> {
  await writer.deleteFrom('app_logins').where('sub', '=', sub).execute()
}

export async function deleteAppLoginsExpiredBefore(writer: Writer, before: number): Promise<void> {
  await writer.deleteFrom('app_logins').where('expires_at', '<=', before).execute()
}
