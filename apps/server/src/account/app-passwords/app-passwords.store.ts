import type { Reader, Writer } from '../../db/database.ts'
import { createPreparedQuery } from '../../db/prepared-query.ts'
import type { AppPasswordRow } from '../../db/tables.ts'
import { usersQuery } from '../users/users.ts'

/** What decides whether an app password works, with the names that its user can sign in by. */
function usableQuery(reader: Reader) {
  return reader
    .selectFrom('app_passwords as given')
    .innerJoin(usersQuery(reader).as('person'), 'person.sub', 'given.sub')
    .select([
      'given.id',
      'given.read_only',
      'given.folder_drive_id',
      'given.folder_id',
      'given.expires_at',
      'given.last_used_at',
      'person.sub',
      'person.status',
      'person.username',
      'person.email',
      'person.email_verified',
      'person.phone_number',
    ])
}

export const appPasswordByHash = createPreparedQuery(
  'app_password_by_hash',
  ['hash'],
  (reader, { hash }) => usableQuery(reader).where('given.hash', '=', hash),
)

export const appPasswordById = createPreparedQuery('app_password_by_id', ['id'], (reader, { id }) =>
  usableQuery(reader).where('given.id', '=', id),
)

/** What decides whether each of them works. */
export function selectUsable(reader: Reader, ids: readonly string[]) {
  return reader
    .selectFrom('app_passwords as given')
    .innerJoin(usersQuery(reader).as('person'), 'person.sub', 'given.sub')
    .select(['given.id', 'given.expires_at', 'person.status'])
    .where('given.id', 'in', ids)
    .execute()
}

/** Newest first. */
export async function selectAppPasswords(reader: Reader, sub: string): Promise<AppPasswordRow[]> {
  return reader
    .selectFrom('app_passwords')
    .selectAll()
    .where('sub', '=', sub)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function insertAppPassword(writer: Writer, row: AppPasswordRow): Promise<void> {
  await writer.insertInto('app_passwords').values(row).execute()
}

export async function updateAppPasswordName(
  writer: Writer,
  { id, sub, name }: Pick<AppPasswordRow, 'id' | 'sub' | 'name'>,
): Promise<AppPasswordRow | undefined> {
  return writer
    .updateTable('app_passwords')
    .set({ name })
    .where('id', '=', id)
    .where('sub', '=', sub)
    .returningAll()
    .executeTakeFirst()
}

/** Keeps a use, unless another process has just kept one. */
export async function updateLastUse(
  writer: Writer,
  id: string,
  use: { nowMs: number; address: string; userAgent: string | null; notSinceMs: number },
): Promise<void> {
  await writer
    .updateTable('app_passwords')
    .set({
      last_used_at: use.nowMs,
      last_address: use.address,
      last_user_agent: use.userAgent,
    })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', use.notSinceMs)]),
    )
    .execute()
}

export async function deleteAppPassword(
  writer: Writer,
  { id, sub }: Pick<AppPasswordRow, 'id' | 'sub'>,
): Promise<AppPasswordRow | undefined> {
  return writer
    .deleteFrom('app_passwords')
    .where('id', '=', id)
    .where('sub', '=', sub)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteAppPasswords(writer: Writer, sub: string): Promise<number> {
  const deleted = await writer
    .deleteFrom('app_passwords')
    .where('sub', '=', sub)
    .returning('id')
    .execute()
  return deleted.length
}

export async function deleteExpiredAppPasswords(
  writer: Writer,
  expiredBefore: number,
): Promise<void> {
  await writer.deleteFrom('app_passwords').where('expires_at', '<=', expiredBefore).execute()
}

export function selectAppPasswordsForExport(reader: Reader, sub: string) {
  return reader
    .selectFrom('app_passwords')
    .select([
      'id',
      'name',
      'read_only',
      'folder_drive_id',
      'folder_id',
      'created_at',
      'expires_at',
      'last_used_at',
      'last_address',
      'last_user_agent',
    ])
    .where('sub', '=', sub)
    .orderBy('id')
    .execute()
}
