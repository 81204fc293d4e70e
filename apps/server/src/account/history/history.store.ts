import type { Reader } from '../../db/database.ts'
import type { AccountEventRow } from '../../db/tables.ts'

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
