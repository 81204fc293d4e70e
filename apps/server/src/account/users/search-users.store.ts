import { ANONYMOUS_PREFIX } from '@awan/protocol'
import { type RawBuilder, sql } from 'kysely'
import { contains } from '../../db/contains.ts'
import type { Reader } from '../../db/database.ts'
import type { UserRow, UserStatus } from '../../db/tables.ts'

export interface UserFilter {
  /** A part of a name, a contact or an id. */
  query?: string | undefined
  status?: UserStatus | undefined
  isAdministrator?: boolean | undefined
  /** The page begins after this person. */
  after?: { createdAt: number; sub: string } | undefined
  limit: number
}

/** Newest first. */
export async function searchUsers(
  reader: Reader,
  { query, status, isAdministrator, after, limit }: UserFilter,
): Promise<UserRow[]> {
  let found = reader.selectFrom('users').selectAll()
  if (query) found = found.where((eb) => eb.or(matches(query)))
  if (status) found = found.where('status', '=', status)
  if (isAdministrator !== undefined) found = found.where('is_admin', '=', isAdministrator ? 1 : 0)
  if (after) {
    const { createdAt, sub } = after
    found = found.where((eb) =>
      eb.or([
        eb('created_at', '<', createdAt),
        eb.and([eb('created_at', '=', createdAt), eb('sub', '<', sub)]),
      ]),
    )
  }
  return found.orderBy('created_at', 'desc').orderBy('sub', 'desc').limit(limit).execute()
}

/** Active people by a part of their name or user name, which others may see; a contact finds nobody here. */
export async function searchNames(
  reader: Reader,
  { query, limit }: { query: string; limit: number },
): Promise<string[]> {
  const folded = query.toLowerCase()
  const rows = await reader
    .selectFrom('users')
    .select('sub')
    .where('status', '=', 'ACTIVE')
    .where('sub', 'not like', `${ANONYMOUS_PREFIX}%`)
    .where((eb) =>
      eb.or([
        contains(sql`lower(name)`, folded),
        contains(sql`name`, query),
        contains(sql`username`, folded),
      ]),
    )
    .orderBy('name')
    .orderBy('sub')
    .limit(limit)
    .execute()
  return rows.map(({ sub }) => sub)
}

/**
 * Databases fold the case of plain letters alone, so that a name is also looked for as it was typed.
 * Contacts are stored in lower case and without spaces.
 */
function matches(query: string): RawBuilder<boolean>[] {
  const folded = query.toLowerCase()
  const digits = query.replace(/[\s().-]/g, '')
  return [
    contains(sql`lower(name)`, folded),
    contains(sql`name`, query),
    contains(sql`username`, folded),
    contains(sql`email`, folded),
    contains(sql`sub`, query),
    ...(/^\+?\d+$/.test(digits) ? [contains(sql`phone_number`, digits)] : []),
  ]
}
