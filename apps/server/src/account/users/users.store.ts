import { ANONYMOUS_PREFIX } from '@awan/protocol'
import type { Reader, Writer } from '../../db/database.ts'
import {
  createPreparedChange,
  createPreparedListQuery,
  createPreparedQuery,
} from '../../db/prepared-query.ts'
import type { UserRow } from '../../db/tables.ts'

type UniqueColumn = 'sub' | 'email' | 'phone_number' | 'username'

export async function selectUser(
  reader: Reader,
  column: UniqueColumn,
  value: string,
): Promise<UserRow | undefined> {
  const [user] = await reader.run(userQueries[column], { value })
  return user
}

/** Every column by its name, for what is built once. */
const userColumns = [
  'sub',
  'username',
  'email',
  'email_verified',
  'phone_number',
  'name',
  'picture',
  'locale',
  'password_hash',
  'password_updated_at',
  'password_reset_by',
  'status',
  'is_admin',
  'created_at',
  'updated_at',
  'gender',
  'birthdate',
  'zoneinfo',
  'address',
  'created_from',
  'password_reset_required',
  'deletion_due_at',
  'deletion_is_final',
] as const satisfies readonly (keyof UserRow)[]

/** Everybody, for a query that goes on from here. Both databases join it as they join the table itself. */
export function usersQuery(reader: Reader) {
  return reader.selectFrom('users').select(userColumns)
}

function queryBy(column: UniqueColumn) {
  return createPreparedQuery(`user_by_${column}`, ['value'], (reader, { value }) =>
    usersQuery(reader).where(column, '=', value),
  )
}

export const userQueries = {
  sub: queryBy('sub'),
  email: queryBy('email'),
  phone_number: queryBy('phone_number'),
  username: queryBy('username'),
}

/** What nearly every call asks of somebody, and no more of them. */
export type Standing = Pick<UserRow, 'status' | 'is_admin' | 'email' | 'email_verified'>

export async function selectStanding(reader: Reader, sub: string): Promise<Standing | undefined> {
  const [standing] = await reader.run(standingOf, { sub })
  return standing
}

const standingOf = createPreparedQuery('standing_of', ['sub'], (reader, { sub }) =>
  reader
    .selectFrom('users')
    .select(['status', 'is_admin', 'email', 'email_verified'])
    .where('sub', '=', sub),
)

export async function selectUsers(reader: Reader, subs: readonly string[]): Promise<UserRow[]> {
  if (subs.length === 0) return []
  return reader.selectFrom('users').selectAll().where('sub', 'in', subs).orderBy('sub').execute()
}

/** Whatever the state of their accounts. */
export async function selectNames(
  reader: Reader,
  subs: readonly string[],
): Promise<Pick<UserRow, 'sub' | 'name' | 'picture'>[]> {
  return namesOf(reader, {}, subs)
}

const namesOf = createPreparedListQuery('names_of', [], (reader, _, subs) =>
  reader.selectFrom('users').select(['sub', 'name', 'picture']).where('sub', 'in', subs),
)

/** Anonymous ones do not count: nobody has signed up by them. */
export async function hasUsers(reader: Reader): Promise<boolean> {
  const row = await reader
    .selectFrom('users')
    .select('sub')
    .where('sub', 'not like', `${ANONYMOUS_PREFIX}%`)
    .limit(1)
    .executeTakeFirst()
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
  const [user] = await writer.run(holdQuery, { sub, passwordHash: password_hash })
  return user
}

const holdQuery = createPreparedChange(
  'hold_user',
  ['sub', 'passwordHash'],
  (writer, { sub, passwordHash }) =>
    writer
      .updateTable('users')
      .set((eb) => ({ updated_at: eb.ref('updated_at') }))
      .where('sub', '=', sub)
      .where('password_hash', '=', passwordHash)
      .returning(userColumns),
)

/** The person as they are now; the row stays locked till the end of the transaction. */
export async function lockUser(writer: Writer, sub: string): Promise<UserRow | undefined> {
  return writer
    .updateTable('users')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('sub', '=', sub)
    .returningAll()
    .executeTakeFirst()
}

/** A new password also answers the demand for one. */
export async function updatePassword(
  writer: Writer,
  sub: string,
  { hash, nowMs, resetBy }: { hash: string; nowMs: number; resetBy: UserRow['password_reset_by'] },
): Promise<void> {
  await writer
    .updateTable('users')
    .set({
      password_hash: hash,
      password_updated_at: nowMs,
      password_reset_by: resetBy,
      password_reset_required: 0,
      updated_at: nowMs,
    })
    .where('sub', '=', sub)
    .execute()
}

/** Undefined when the person is gone; a taken contact or username is a unique violation. */
export async function updateUser(
  writer: Writer,
  sub: string,
  changes: Partial<Omit<UserRow, 'sub'>>,
): Promise<UserRow | undefined> {
  return writer
    .updateTable('users')
    .set(changes)
    .where('sub', '=', sub)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteUser(writer: Writer, sub: string): Promise<boolean> {
  const deleted = await writer
    .deleteFrom('users')
    .where('sub', '=', sub)
    .returning('sub')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Whether another administrator could go on when this one is gone. */
export async function hasOtherAdministrator(reader: Reader, sub: string): Promise<boolean> {
  const row = await reader
    .selectFrom('users')
    .select('sub')
    .where('is_admin', '=', 1)
    .where('status', '=', 'ACTIVE')
    .where('sub', '!=', sub)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Those who are active, by their ids. */
export async function selectAdministrators(reader: Reader): Promise<UserRow[]> {
  return reader
    .selectFrom('users')
    .selectAll()
    .where('is_admin', '=', 1)
    .where('status', '=', 'ACTIVE')
    .orderBy('sub')
    .execute()
}

/** Whose deletion is due, the oldest first. */
export async function selectDueForDeletion(
  reader: Reader,
  nowMs: number,
  limit: number,
): Promise<UserRow[]> {
  return reader
    .selectFrom('users')
    .selectAll()
    .where('deletion_due_at', '<=', nowMs)
    .where('status', '=', 'DELETING')
    .orderBy('deletion_due_at')
    .limit(limit)
    .execute()
}

/** Counts by scanning: for a long reader. */
export async function countUsersByStatus(reader: Reader): Promise<Record<string, number>> {
  const counts = await reader
    .selectFrom('users')
    .select(['status', (eb) => eb.fn.countAll<number>().as('n')])
    .groupBy('status')
    .execute()
  return Object.fromEntries(counts.map(({ status, n }) => [status, Number(n)]))
}

export async function countAdministrators(reader: Reader): Promise<number> {
  const { n } = await reader
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('is_admin', '=', 1)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Who is deleted within a span of time, page by page. */
export async function selectDeletedWithin(
  reader: Reader,
  { fromMs, toMs, after, limit }: { fromMs: number; toMs: number; after: string; limit: number },
): Promise<{ sub: string }[]> {
  return reader
    .selectFrom('users')
    .select('sub')
    .where('deletion_due_at', '>', fromMs)
    .where('deletion_due_at', '<=', toMs)
    .where('status', '=', 'DELETING')
    .where('sub', '>', after)
    .orderBy('sub')
    .limit(limit)
    .execute()
}

/** Anonymous accounts from before this time, for a query that goes on from here. */
export function anonymousUsersQuery(reader: Reader, createdBefore: number) {
  return (
    reader
      .selectFrom('users as person')
      .select('person.sub')
      // The range of the prefix, which the key of the table finds at once.
      .where('person.sub', '>', ANONYMOUS_PREFIX)
      .where('person.sub', '<', AFTER_PREFIX)
      .where('person.status', '=', 'ACTIVE')
      .where('person.created_at', '<', createdBefore)
  )
}

/** Nothing that begins with the prefix sorts behind it. */
const AFTER_PREFIX = `${ANONYMOUS_PREFIX}~`

/** Everybody whom the query finds is deleted at the next purge; returns how many. */
export async function deleteAtNextPurge(
  writer: Writer,
  people: ReturnType<typeof anonymousUsersQuery>,
  nowMs: number,
): Promise<number> {
  const deleted = await writer
    .updateTable('users')
    .set({ status: 'DELETING', deletion_due_at: nowMs, updated_at: nowMs })
    .where('sub', 'in', people)
    .returning('sub')
    .execute()
  return deleted.length
}
