import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import type { TextRow, TextTermRow } from '../../db/tables.ts'
import { narrowNodes } from '../nodes/tree.ts'
import {
  type Candidate,
  candidateColumns,
  type Narrowing,
  type TermKey,
  type TextRange,
} from './search.store.ts'

export type TextCandidate = Candidate &
  Pick<TextTermRow, 'term' | 'blob_id' | 'at'> &
  Pick<TextRow, 'encoding'>

/** How many terms lie in a range, up to a limit. */
export async function countTextTerms(
  reader: Reader,
  driveId: string,
  range: TextRange,
  limit: number,
): Promise<number> {
  const page = { after: undefined, limit }
  const row = await reader
    .selectFrom(someTerms(reader, driveId, range, page).as('some'))
    .select((some) => some.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Files whose current content has a word of a range, in the order of words. */
export async function listByTextTerm(
  reader: Reader,
  narrowing: Narrowing,
  range: TextRange,
  page: { after: TermKey | undefined; limit: number },
): Promise<{ rows: TextCandidate[]; last: TermKey | undefined }> {
  const last = await someTerms(reader, narrowing.driveId, range, page)
    .clearLimit()
    .limit(1)
    .offset(page.limit - 1)
    .executeTakeFirst()
  const rows = await byTextTermQuery(reader, narrowing, range, page).execute()
  return { rows, last: last && { term: last.term, id: last.blob_id } }
}

/** For whoever runs it and for whoever looks at its plan. */
export function byTextTermQuery(
  reader: Reader,
  { driveId, filter, viewer }: Narrowing,
  range: TextRange,
  page: { after: TermKey | undefined; limit: number },
) {
  const query = reader
    .selectFrom(someTerms(reader, driveId, range, page).as('some'))
    // In this order: from the content to its versions, and to the files that have these now.
    .crossJoin('texts')
    .crossJoin('versions')
    .crossJoin('nodes')
    .select(candidateColumns)
    .select(['some.term', 'some.blob_id', 'some.at', 'texts.encoding'])
    .where('texts.drive_id', '=', driveId)
    .whereRef('texts.blob_id', '=', 'some.blob_id')
    .where('versions.drive_id', '=', driveId)
    .whereRef('versions.blob_id', '=', 'some.blob_id')
    .where('nodes.drive_id', '=', driveId)
    .whereRef('nodes.id', '=', 'versions.node_id')
    .whereRef('nodes.version_id', '=', 'versions.id')
    .where('nodes.search_name', 'is not', null)
    .where('nodes.trashed_at', 'is', null)
    .where('nodes.deleted_by', 'is', null)
    .orderBy('some.term')
    .orderBy('some.blob_id')
  return narrowNodes(query, filter, viewer).$castTo<TextCandidate>()
}

/** Which of some texts have words that begin with each of these. */
export async function listHolding(
  reader: Reader,
  driveId: string,
  blobIds: readonly string[],
  terms: readonly string[],
): Promise<Set<string>> {
  let query = reader
    .selectFrom('texts')
    .select('blob_id')
    .where('drive_id', '=', driveId)
    .where('blob_id', 'in', blobIds)
  for (const term of terms) {
    query = query.where(sql<boolean>`${sql.ref('texts.terms')} like ${`% ${term}%`}`)
  }
  return new Set((await query.execute()).map(({ blob_id }) => blob_id))
}

function someTerms(
  reader: Reader,
  driveId: string,
  { from, to }: TextRange,
  { after, limit }: { after: TermKey | undefined; limit: number },
) {
  const terms = reader
    .selectFrom('text_terms')
    .select(['text_terms.term', 'text_terms.blob_id', 'text_terms.at'])
    .where('text_terms.drive_id', '=', driveId)
    .where('text_terms.term', '>=', from)
    .where('text_terms.term', '<', to)
    .orderBy('text_terms.term')
    .orderBy('text_terms.blob_id')
    .limit(limit)
  if (!after) return terms
  return terms.where((row) =>
    row(
      row.refTuple('text_terms.term', 'text_terms.blob_id'),
      '>',
      row.tuple(after.term, after.id),
    ),
  )
}
