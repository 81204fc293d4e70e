import type { usageOrders } from '@awan/protocol/account'
import { sql } from 'kysely'
import { peopleQuery } from '../../account/index.ts'
import { contains } from '../../db/contains.ts'
import type { Reader } from '../../db/database.ts'

export type UsageOrder = (typeof usageOrders)[number]

export interface UsageKey {
  value: string | number
  sub: string
}

export interface UsagePage {
  /** A part of a name, a contact or an id. */
  query?: string | undefined
  order: UsageOrder
  /** The last one of the page before. */
  after?: UsageKey | undefined
  limit: number
}

export interface UsageRow {
  sub: string
  name: string
  email: string | null
  picture: string | null
  /** Null where nobody has opened the drive yet. */
  drive_id: string | null
  used_bytes: number
  quota_bytes: number | null
  active_at: number
  folded_name: string
}

/** Everybody who has an account, whether they have a drive or not. */
export async function listUsage(
  reader: Reader,
  { query, order, after, limit }: UsagePage,
): Promise<UsageRow[]> {
  let rows = selectUsage(reader)
  if (query) rows = rows.where((usage) => usage.or(matches(query)))
  const { column, isRising } = orders[order]
  if (after) {
    rows = rows.where((usage) =>
      usage.or([
        usage(column, isRising ? '>' : '<', after.value),
        usage.and([usage(column, '=', after.value), usage('sub', '>', after.sub)]),
      ]),
    )
  }
  const page = await rows
    .orderBy(column, isRising ? 'asc' : 'desc')
    .orderBy('sub')
    .limit(limit)
    .execute()
  return page.map(toNumbers)
}

export async function findUsage(reader: Reader, sub: string): Promise<UsageRow | undefined> {
  const row = await selectUsage(reader).where('sub', '=', sub).executeTakeFirst()
  return row && toNumbers(row)
}

export function keyOf(row: UsageRow, order: UsageOrder): UsageKey {
  return { value: row[orders[order].column], sub: row.sub }
}

const orders = {
  used: { column: 'used_bytes', isRising: false },
  name: { column: 'folded_name', isRising: true },
  active: { column: 'active_at', isRising: false },
} as const

/** The files of each drive, those in the trash too. */
export async function countFiles(
  reader: Reader,
  driveIds: readonly string[],
): Promise<Map<string, number>> {
  if (driveIds.length === 0) return new Map()
  const counts = await reader
    .selectFrom('nodes')
    .select((node) => ['drive_id', node.fn.countAll<number>().as('n')])
    .where('drive_id', 'in', driveIds)
    .where('kind', '=', 'file')
    .groupBy('drive_id')
    .execute()
  return new Map(counts.map(({ drive_id, n }) => [drive_id, Number(n)]))
}

export async function sumUsage(reader: Reader): Promise<{ people: number; usedBytes: number }> {
  const sums = await reader
    .selectNoFrom((eb) => [
      eb
        .selectFrom(peopleQuery(reader).as('people'))
        .select((each) => each.fn.countAll<number>().as('n'))
        .as('people'),
      eb
        .selectFrom('drives')
        .select((each) => each.fn.sum<number>('used_bytes').as('n'))
        .as('used'),
    ])
    .executeTakeFirstOrThrow()
  return { people: Number(sums.people), usedBytes: Number(sums.used ?? 0) }
}

function selectUsage(reader: Reader) {
  return reader
    .selectFrom((eb) =>
      eb
        .selectFrom(peopleQuery(reader).as('people'))
        .leftJoin('drives', 'drives.owner_sub', 'people.sub')
        .select([
          'people.sub',
          'people.name',
          'people.username',
          'people.email',
          'people.picture',
          'people.last_active_at as active_at',
          'drives.id as drive_id',
          'drives.quota_bytes',
          sql<number>`coalesce(drives.used_bytes, 0)`.as('used_bytes'),
          sql<string>`lower(people.name)`.as('folded_name'),
        ])
        .as('usage'),
    )
    .selectAll()
}

/** As in the list of people: names also as they were typed, contacts in lower case. */
function matches(query: string) {
  const folded = query.toLowerCase()
  return [
    contains(sql`folded_name`, folded),
    contains(sql`name`, query),
    contains(sql`username`, folded),
    contains(sql`email`, folded),
    contains(sql`sub`, query),
  ]
}

/** What is computed comes as text from one of the databases. */
function toNumbers<Row extends { used_bytes: unknown; active_at: unknown }>(row: Row) {
  return { ...row, used_bytes: Number(row.used_bytes), active_at: Number(row.active_at) }
}
