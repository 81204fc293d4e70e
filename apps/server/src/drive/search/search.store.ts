import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import type { NodeRow } from '../../db/tables.ts'
import type { ListFilter } from '../nodes/list-filter.ts'
import { ENDING_MARK, isSpaceless } from '../nodes/search-name.ts'
import { narrowNodes } from '../nodes/tree.ts'

/** As much of a node as tells whether it is a hit, and its place among the others. */
export type Candidate = Pick<NodeRow, 'id' | 'parent_id' | 'touched_at' | 'type'> & {
  search_name: string
  /** What its person calls it, where this is what was found. */
  alias?: string
}

export interface TimeKey {
  at: number
  id: string
}

export interface TermKey {
  term: string
  id: string
}

/** What a search is narrowed to, beside its words. */
export interface Narrowing {
  driveId: string
  filter: ListFilter
  /** Whose stars are meant. */
  viewer: string
}

/** Texts from one on and before another. */
export interface TextRange {
  from: string
  to: string
}

/** All texts that begin so. */
export function beginningWith(prefix: string): TextRange {
  return { from: prefix, to: prefix + AFTER_ALL }
}

/** How many terms lie in some ranges, up to a limit: the index alone is read. */
export async function countTerms(
  reader: Reader,
  driveId: string,
  ranges: readonly TextRange[],
  limit: number,
): Promise<number> {
  let count = 0
  for (const range of ranges) {
    const row = await reader
      .selectFrom(
        termQuery(reader, driveId, range).select('name_terms.term').limit(limit).as('some'),
      )
      .select((some) => some.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    count += Number(row.count)
    if (count >= limit) break
  }
  return count
}

/** Which of some drives have terms in each of these, in one of its ranges; of each, one term is looked at. */
export async function listDrivesWithTerms(
  reader: Reader,
  driveIds: readonly string[],
  wanted: readonly (readonly TextRange[])[],
): Promise<Set<string>> {
  let query = givenDrives(reader, driveIds)
  for (const ranges of wanted) {
    query = query.where((drive) =>
      drive.or(
        ranges.map(({ from, to }) =>
          drive.exists(
            drive
              .selectFrom('name_terms')
              .select('name_terms.term')
              .whereRef('name_terms.drive_id', '=', 'given.id')
              .where('name_terms.term', '>=', from)
              .where('name_terms.term', '<', to),
          ),
        ),
      ),
    )
  }
  const rows = await query.execute()
  return new Set(rows.map(({ id }) => id))
}

/** The same of words in texts. */
export async function listDrivesWithTextTerm(
  reader: Reader,
  driveIds: readonly string[],
  { from, to }: TextRange,
): Promise<Set<string>> {
  const rows = await givenDrives(reader, driveIds)
    .where((drive) =>
      drive.exists(
        drive
          .selectFrom('text_terms')
          .select('text_terms.term')
          .whereRef('text_terms.drive_id', '=', 'given.id')
          .where('text_terms.term', '>=', from)
          .where('text_terms.term', '<', to),
      ),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** At least one. */
function givenDrives(reader: Reader, driveIds: readonly string[]) {
  const rows = sql.join(driveIds.map((id) => sql`(${id})`))
  return reader
    .with('given(id)', () => sql<{ id: string }>`(values ${rows})`)
    .selectFrom('given')
    .select('given.id')
}

/** The nodes of a range of terms, with their times: the index alone is read. */
export async function listTermTimes(
  reader: Reader,
  driveId: string,
  range: TextRange,
  limit: number,
): Promise<Timed[]> {
  const rows = await someTerms(reader, driveId, range, { after: undefined, limit })
    .select('name_terms.touched_at')
    .execute()
  return rows.map(({ node_id, touched_at }) => ({ id: node_id, touched_at }))
}

export type Timed = Pick<Candidate, 'id' | 'touched_at'>

/** Those of some nodes that pass the filter, in no order. */
export function findCandidates(
  reader: Reader,
  { driveId, filter, viewer }: Narrowing,
  ids: readonly string[],
): Promise<Candidate[]> {
  const query = candidatesOf(reader)
    .where('nodes.drive_id', '=', driveId)
    .where('nodes.id', 'in', ids)
    .where('nodes.search_name', 'is not', null)
    .where('nodes.trashed_at', 'is', null)
    .where('nodes.deleted_by', 'is', null)
  return narrowNodes(query, filter, viewer).$castTo<Candidate>().execute()
}

/** Names in the order of their terms, and the last term that was followed, should there be more. */
export async function listByTerm(
  reader: Reader,
  narrowing: Narrowing,
  range: TextRange,
  page: { after: TermKey | undefined; limit: number },
): Promise<{ rows: TermCandidate[]; last: TermKey | undefined }> {
  const last = await someTerms(reader, narrowing.driveId, range, page)
    .clearLimit()
    .limit(1)
    .offset(page.limit - 1)
    .executeTakeFirst()
  const rows = await byTermQuery(reader, narrowing, range, page).execute()
  return { rows, last: last && { term: last.term, id: last.node_id } }
}

export type TermCandidate = Candidate & { term: string }

/** For whoever runs it and for whoever looks at its plan. */
export function byTermQuery(
  reader: Reader,
  { driveId, filter, viewer }: Narrowing,
  range: TextRange,
  page: { after: TermKey | undefined; limit: number },
) {
  const query = reader
    // So many and no more, whatever passes the filter: PostgreSQL sees that a few nodes are to be found.
    .selectFrom(someTerms(reader, driveId, range, page).as('some'))
    // In this order: SQLite would rather go through all nodes of the drive.
    .crossJoin('nodes')
    .select(candidateColumns)
    .select('some.term')
    .where('nodes.drive_id', '=', driveId)
    .whereRef('nodes.id', '=', 'some.node_id')
    .where('nodes.trashed_at', 'is', null)
    .where('nodes.deleted_by', 'is', null)
    .orderBy('some.term')
    .orderBy('some.node_id')
  return narrowNodes(query, filter, viewer).$castTo<TermCandidate>()
}

function someTerms(
  reader: Reader,
  driveId: string,
  range: TextRange,
  { after, limit }: { after: TermKey | undefined; limit: number },
) {
  const terms = termQuery(reader, driveId, range)
    .select(['name_terms.term', 'name_terms.node_id'])
    .orderBy('name_terms.term')
    .orderBy('name_terms.node_id')
    .limit(limit)
  if (!after) return terms
  return terms.where((row) =>
    row(
      row.refTuple('name_terms.term', 'name_terms.node_id'),
      '>',
      row.tuple(after.term, after.id),
    ),
  )
}

function termQuery(reader: Reader, driveId: string, { from, to }: TextRange) {
  return reader
    .selectFrom('name_terms')
    .where('name_terms.drive_id', '=', driveId)
    .where('name_terms.term', '>=', from)
    .where('name_terms.term', '<', to)
}

/** What a name holds, in the words of the database; whoever gets the rows looks again. */
export interface NamePattern {
  /** How it begins: one of these. */
  starts?: readonly TextRange[]
  /** Beginnings of words that it has, all of them. */
  words?: readonly string[]
  /** What it holds anywhere, all of it. */
  parts?: readonly string[]
}

/** The latest first, from a moment back to another one. */
export function listByTime(
  reader: Reader,
  narrowing: Narrowing,
  pattern: NamePattern,
  page: { before: TimeKey | undefined; until: TimeKey | undefined; limit: number },
): Promise<Candidate[]> {
  return byTimeQuery(reader, narrowing, pattern, page).limit(page.limit).execute()
}

export function byTimeQuery(
  reader: Reader,
  { driveId, filter, viewer }: Narrowing,
  { starts, words = [], parts = [] }: NamePattern,
  { before, until }: { before: TimeKey | undefined; until: TimeKey | undefined },
) {
  let query = between(timeQuery(reader, driveId), { before, until })
    .select(candidateColumns)
    .where('nodes.search_name', 'is not', null)
    .where('nodes.trashed_at', 'is', null)
    .where('nodes.deleted_by', 'is', null)
  if (starts) {
    query = query.where((node) =>
      node.or(
        starts.map(({ from, to }) =>
          node.and([node('nodes.search_name', '>=', from), node('nodes.search_name', '<', to)]),
        ),
      ),
    )
  }
  for (const word of words) query = query.where(holdsWord(word))
  for (const part of parts) query = query.where(holds(part))
  return narrowNodes(query, filter, viewer).$castTo<Candidate>()
}

/** The place so many steps back in time, by the index alone; undefined when there are fewer. */
export async function findTimeAhead(
  reader: Reader,
  driveId: string,
  { before, steps }: { before: TimeKey | undefined; steps: number },
): Promise<TimeKey | undefined> {
  return timeAheadQuery(reader, driveId, before)
    .limit(1)
    .offset(steps - 1)
    .executeTakeFirst()
}

export function timeAheadQuery(reader: Reader, driveId: string, before: TimeKey | undefined) {
  const nodes = between(timeQuery(reader, driveId), { before, until: undefined })
  return nodes.select(['nodes.touched_at as at', 'nodes.id'])
}

function timeQuery(reader: Reader, driveId: string) {
  return reader
    .selectFrom('nodes')
    .where('nodes.drive_id', '=', driveId)
    .orderBy('nodes.touched_at', 'desc')
    .orderBy('nodes.id', 'desc')
}

type TimeQuery = ReturnType<typeof timeQuery>

function between(
  nodes: TimeQuery,
  { before, until }: { before: TimeKey | undefined; until: TimeKey | undefined },
): TimeQuery {
  let query = nodes
  for (const [comparison, key] of [
    ['<', before],
    ['>=', until],
  ] as const) {
    if (!key) continue
    query = query.where((node) =>
      node(node.refTuple('nodes.touched_at', 'nodes.id'), comparison, node.tuple(key.at, key.id)),
    )
  }
  return query
}

/** Some folders, or files, and all that lies below them, so many and no more. */
export function listBelow(
  reader: Reader,
  { driveId, filter, viewer }: Narrowing,
  topIds: readonly string[],
  limit: number,
): Promise<Candidate[]> {
  const query = reader
    .withRecursive('below(id)', (query) =>
      query
        .selectFrom('nodes')
        .select('nodes.id')
        .where('nodes.drive_id', '=', driveId)
        .where('nodes.id', 'in', topIds)
        // Each once, where one of them is below another.
        .union(
          query
            .selectFrom('below')
            // In this order: SQLite would rather go through all nodes of the drive at every step.
            .crossJoin('nodes')
            .select('nodes.id')
            .whereRef('nodes.parent_id', '=', 'below.id')
            .where('nodes.drive_id', '=', driveId),
        ),
    )
    .selectFrom((query) => query.selectFrom('below').select('below.id').limit(limit).as('some'))
    .crossJoin('nodes')
    .select(candidateColumns)
    .where('nodes.drive_id', '=', driveId)
    .whereRef('nodes.id', '=', 'some.id')
    .where('nodes.search_name', 'is not', null)
  return narrowNodes(query, filter, viewer).$castTo<Candidate>().execute()
}

export const candidateColumns = [
  'nodes.id',
  'nodes.parent_id',
  'nodes.touched_at',
  'nodes.type',
  'nodes.search_name',
] as const

function candidatesOf(reader: Reader) {
  return reader.selectFrom('nodes').select(candidateColumns)
}

/** A word begins the name, or stands after a space or the mark of the ending. */
function holdsWord(word: string) {
  if (isSpaceless(word)) return holds(word)
  const name = sql.ref('nodes.search_name')
  const ending = `%${ENDING_MARK}${word}%`
  return sql<boolean>`(${name} like ${`${word}%`} or ${name} like ${`% ${word}%`} or ${name} like ${ending})`
}

/** What is folded has none of the characters that a pattern knows. */
function holds(part: string) {
  return sql<boolean>`${sql.ref('nodes.search_name')} like ${`%${part}%`}`
}

/** Behind whatever a name can hold. */
const AFTER_ALL = '\u{10ffff}'
