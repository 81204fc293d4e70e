import { type RawBuilder, sql } from 'kysely'
import { contains } from '../../db/contains.ts'
import type { Reader } from '../../db/database.ts'
import type { SessionRow, UserRow, UserStatus } from '../../db/tables.ts'

export interface PeopleFilter {
  /** A part of a name, a contact or an id. */
  query?: string | undefined
  status?: UserStatus | undefined
  isAdministrator?: boolean | undefined
  /** The page begins after this person. */
  after?: { createdAt: number; sub: string } | undefined
  limit: number
}

/** Newest first. */
export async function selectPeople(
  reader: Reader,
  { query, status, isAdministrator, after, limit }: PeopleFilter,
): Promise<UserRow[]> {
  let people = reader.selectFrom('users').selectAll()
  if (query) people = people.where((eb) => eb.or(matches(query)))
  if (status) people = people.where('status', '=', status)
  if (isAdministrator !== undefined) people = people.where('is_admin', '=', isAdministrator ? 1 : 0)
  if (after) {
    const { createdAt, sub } = after
    people = people.where((eb) =>
      eb.or([
        eb('created_at', '<', createdAt),
        eb.and([eb('created_at', '=', createdAt), eb('sub', '<', sub)]),
      ]),
    )
  }
  return people.orderBy('created_at', 'desc').orderBy('sub', 'desc').limit(limit).execute()
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

/** What is set up for one person. */
export interface Methods {
  passkeys: number
  providers: string[]
  twoFactor: string[]
  recoveryCodesLeft: number
  trustedDevices: number
  authorizedApps: number
}

export async function selectMethods(reader: Reader, sub: string, nowMs: number): Promise<Methods> {
  const providers = await reader
    .selectFrom('provider_links')
    .select('provider_id')
    .where('sub', '=', sub)
    .orderBy('provider_id')
    .execute()
  const twoFactors = await reader
    .selectFrom('two_factors')
    .select('method')
    .where('sub', '=', sub)
    .where('confirmed_at', 'is not', null)
    .orderBy('method')
    .execute()
  const counts = await reader
    .selectNoFrom((eb) => [
      eb
        .selectFrom('passkeys')
        .select((each) => each.fn.countAll<number>().as('n'))
        .where('sub', '=', sub)
        .as('passkeys'),
      eb
        .selectFrom('recovery_codes')
        .select((each) => each.fn.countAll<number>().as('n'))
        .where('sub', '=', sub)
        .where('used_at', 'is', null)
        .as('recoveryCodesLeft'),
      eb
        .selectFrom('trusted_devices')
        .select((each) => each.fn.countAll<number>().as('n'))
        .where('sub', '=', sub)
        .where('expires_at', '>', nowMs)
        .as('trustedDevices'),
      eb
        .selectFrom('app_grants')
        .select((each) => each.fn.countAll<number>().as('n'))
        .where('sub', '=', sub)
        .as('authorizedApps'),
    ])
    .executeTakeFirstOrThrow()
  return {
    passkeys: Number(counts.passkeys),
    recoveryCodesLeft: Number(counts.recoveryCodesLeft),
    trustedDevices: Number(counts.trustedDevices),
    authorizedApps: Number(counts.authorizedApps),
    providers: providers.map(({ provider_id }) => provider_id),
    twoFactor: twoFactors.map(({ method }) => method),
  }
}

/** Newest first. */
export async function selectOpenSessions(reader: Reader, sub: string): Promise<SessionRow[]> {
  return reader
    .selectFrom('sessions')
    .selectAll()
    .where('sub', '=', sub)
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(MAX_SESSIONS)
    .execute()
}

const MAX_SESSIONS = 200

/** Whatever the state of their accounts. */
export async function selectNames(
  reader: Reader,
  subs: readonly string[],
): Promise<Pick<UserRow, 'sub' | 'name'>[]> {
  if (subs.length === 0) return []
  return reader.selectFrom('users').select(['sub', 'name']).where('sub', 'in', subs).execute()
}
