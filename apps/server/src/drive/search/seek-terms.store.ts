import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import type { TextRange } from './search.store.ts'

/** The first term in each of some ranges, none of which begins as another one: each is one step into the index. */
export async function seekTerms(
  reader: Reader,
  driveId: string,
  ranges: readonly TextRange[],
): Promise<(string | undefined)[]> {
  if (ranges.length === 0) return []
  const rows = await seekQuery(reader, driveId, ranges).execute()
  const found = new Map(rows.map((row) => [row.range_from, row.term ?? undefined]))
  return ranges.map(({ from }) => found.get(from))
}

function seekQuery(reader: Reader, driveId: string, ranges: readonly TextRange[]) {
  const rows = sql.join(ranges.map(({ from, to }) => sql`(${from}, ${to})`))
  return reader
    .with(
      'given(range_from, range_to)',
      () => sql<{ range_from: string; range_to: string }>`(values ${rows})`,
    )
    .selectFrom('given')
    .select((given) => [
      'given.range_from',
      given
        .selectFrom('name_terms')
        .select('name_terms.term')
        .where('name_terms.drive_id', '=', driveId)
        .whereRef('name_terms.term', '>=', 'given.range_from')
        .whereRef('name_terms.term', '<', 'given.range_to')
        .orderBy('name_terms.term')
        .limit(1)
        .as('term'),
    ])
}
