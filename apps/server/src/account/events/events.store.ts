import type { Reader, Writer } from '../../db/database.ts'
import { createPreparedChange } from '../../db/prepared-query.ts'
import type { AccountEventRow } from '../../db/tables.ts'

export interface EventFilter {
  type?: string | undefined
  sub?: string | undefined
  /** Milliseconds, inclusive. */
  from?: number | undefined
  /** Milliseconds, exclusive. */
  to?: number | undefined
  /** The page begins below this id. */
  belowId?: string | undefined
  limit: number
}

export async function insertEvent(writer: Writer, row: AccountEventRow): Promise<void> {
  writer.post(insertion, { ...row })
}

const insertion = createPreparedChange(
  'insert_event',
  ['id', 'sub', 'type', 'at', 'envelope'],
  (writer, row) => writer.insertInto('account_events').values(row),
)

export async function deleteEvents(writer: Writer, sub: string): Promise<void> {
  await writer.deleteFrom('account_events').where('sub', '=', sub).execute()
}

export async function updateEventSub(writer: Writer, from: string, to: string): Promise<void> {
  await writer.updateTable('account_events').set({ sub: to }).where('sub', '=', from).execute()
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

/** Newest first, below `before` if there was a page before: a range of the index by person and time. */
export async function selectHistory(
  reader: Reader,
  sub: string,
  { before, limit }: { before: Pick<AccountEventRow, 'id' | 'at'> | undefined; limit: number },
): Promise<Pick<AccountEventRow, 'id' | 'envelope'>[]> {
  let query = reader
    .selectFrom('account_events')
    .select(['id', 'envelope'])
    .where('sub', '=', sub)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (before) query = query.where('at', '<=', before.at).where('id', '<', before.id)
  return query.execute()
}

/** Newest first. Ids begin with their time, so that they alone give the order. */
export async function selectEventPage(
  reader: Reader,
  { type, sub, from, to, belowId, limit }: EventFilter,
): Promise<AccountEventRow[]> {
  let query = reader.selectFrom('account_events').selectAll()
  if (type !== undefined) query = query.where('type', '=', type)
  if (sub !== undefined) query = query.where('sub', '=', sub)
  if (from !== undefined) query = query.where('at', '>=', from)
  if (to !== undefined) query = query.where('at', '<', to).where('id', '<', firstIdAt(to))
  if (belowId !== undefined) query = query.where('id', '<', belowId)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

/** How many there were of each of these types since then. A type without any is missing. */
export async function countEvents(
  reader: Reader,
  types: readonly string[],
  sinceMs: number,
): Promise<Map<string, number>> {
  const counts = await reader
    .selectFrom('account_events')
    .select(['type', (eb) => eb.fn.countAll<number>().as('n')])
    .where('type', 'in', types)
    .where('at', '>=', sinceMs)
    .groupBy('type')
    .execute()
  return new Map(counts.map(({ type, n }) => [type, Number(n)]))
}

/** No id of an earlier time is above it. */
function firstIdAt(atMs: number): string {
  return Math.max(0, atMs).toString(36).padStart(9, '0')
}
