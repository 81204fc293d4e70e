import type { Reader, Writer } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'

type UniqueColumn = 'sub' | 'email' | 'phone_number' | 'username'

export async function selectUser(
  reader: Reader,
  column: UniqueColumn,
  value: string,
): Promise<UserRow | undefined> {
  return reader.selectFrom('users').selectAll().where(column, '=', value).executeTakeFirst()
}

export async function hasUsers(reader: Reader): Promise<boolean> {
  const row = await reader.selectFrom('users').select('sub').limit(1).executeTakeFirst()
  return row !== undefined
}

/** False when the e-mail address, the phone number or the username already belongs to somebody. */
export async function insertUser(writer: Writer, row: UserRow): Promise<boolean> {
  const inserted = await writer
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('sub')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * The person, if this is still their password. The row stays locked till the end of the transaction,
 * so that a change of the password waits, and then sees what was done under the old one.
 */
export async function holdUser(
  writer: Writer,
  { sub, password_hash }: Pick<UserRow, 'sub' | 'password_hash'>,
): Promise<UserRow | undefined> {
  return writer
    .updateTable('users')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('sub', '=', sub)
    .where('password_hash', '=', password_hash)
    .returningAll()
    .executeTakeFirst()
}

export async function updatePassword(
  writer: Writer,
  sub: string,
  { hash, nowMs }: { hash: string; nowMs: number },
): Promise<void> {
  await writer
    .updateTable('users')
    .set({ password_hash: hash, password_updated_at: nowMs, updated_at: nowMs })
    .where('sub', '=', sub)
    .execute()
}
