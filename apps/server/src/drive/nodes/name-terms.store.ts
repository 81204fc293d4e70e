import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Reader, Writer } from '../../db/database.ts'
import { createPreparedChange } from '../../db/prepared-query.ts'
import type { PreparedChange } from '../../db/prepared-statement.ts'
import type { NameTermRow, NodeRow } from '../../db/tables.ts'
import { termsOf, toSearchName } from './search-name.ts'
import { sortType } from './sort-key.ts'
import { queueTexts } from './text-queue.store.ts'

type Named = Pick<NodeRow, 'drive_id' | 'id' | 'search_name'>
type Timed = Named & Pick<NodeRow, 'touched_at'>

/**
 * The terms of rows that have just come, in the order of the index: those of thousands of files lie
 * together there, and a part of the index that is in memory takes all of its own at once.
 */
export async function insertTerms(writer: Writer, nodes: readonly Timed[]): Promise<void> {
  const rows = nodes
    .flatMap(({ drive_id, id: node_id, search_name, touched_at }) =>
      termsOf(search_name ?? '').map((term) => ({ drive_id, term, node_id, touched_at })),
    )
    .sort(byIndex)
  for (let at = 0, statements = 1; at < rows.length; statements++) {
    const size = ROWS_AT_ONCE.find((one) => one <= rows.length - at) ?? 1
    writer.post(insertionOf(size), toValues(rows.slice(at, at + size)))
    at += size
    if (statements % STATEMENTS_PER_TURN === 0) await nextTurn()
  }
}

function byIndex(a: NameTermRow, b: NameTermRow): number {
  return compare(a.drive_id, b.drive_id) || compare(a.term, b.term) || compare(a.node_id, b.node_id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The content of a node is another one from now on. */
export function touchTerms(writer: Writer, { drive_id, id, search_name, touched_at }: Timed): void {
  for (const term of termsOf(search_name ?? '')) {
    writer.post(touching, { drive_id, term, node_id: id, touched_at })
  }
}

/** Says which they are by the name that they were made of: no other index holds them. */
export function deleteTerms(writer: Writer, nodes: readonly Named[]): void {
  for (const { drive_id, id, search_name } of nodes) {
    for (const term of termsOf(search_name ?? '')) {
      writer.post(deletion, { drive_id, term, node_id: id })
    }
  }
}

/** Before their rows go. */
export async function deleteTermsOf(
  writer: Writer,
  driveId: string,
  nodeIds: readonly string[],
): Promise<void> {
  if (nodeIds.length === 0) return
  const nodes = await writer
    .selectFrom('nodes')
    .select(['drive_id', 'id', 'search_name'])
    .where('drive_id', '=', driveId)
    .where('id', 'in', nodeIds)
    .execute()
  deleteTerms(writer, nodes)
}

/** Gives the new form of the name. */
export async function replaceTerms(
  writer: Writer,
  { drive_id, id }: Pick<NodeRow, 'drive_id' | 'id'>,
  name: string,
): Promise<string | undefined> {
  const old = await writer
    .selectFrom('nodes')
    .select(['kind', 'search_name', 'version_id', 'mime_type', 'touched_at'])
    .where('drive_id', '=', drive_id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!old) return undefined
  const search_name = toSearchName(old.kind, name)
  deleteTerms(writer, [{ drive_id, id, search_name: old.search_name }])
  await insertTerms(writer, [{ drive_id, id, search_name, touched_at: old.touched_at }])
  // Another ending may say that it is a text.
  queueTexts(writer, [{ ...old, drive_id, type: sortType(old.kind, name) }])
  return search_name
}

type Unindexed = Pick<
  NodeRow,
  'drive_id' | 'id' | 'kind' | 'name' | 'version_id' | 'type' | 'mime_type'
>

/** Rows that came here by another way than the rules of nodes: from before there were terms. */
export function listWithoutTerms(reader: Reader, limit: number): Promise<Unindexed[]> {
  return reader
    .selectFrom('nodes')
    .select(['drive_id', 'id', 'kind', 'name', 'version_id', 'type', 'mime_type'])
    .where('search_name', 'is', null)
    .limit(limit)
    .execute()
}

/** Leaves alone what has got another name, or its terms, in the meantime. */
export async function addTerms(writer: Writer, node: Unindexed): Promise<void> {
  const { drive_id, id, kind, name } = node
  const search_name = toSearchName(kind, name)
  const [named] = await writer.run(naming, { drive_id, id, name, search_name })
  if (!named) return
  await insertTerms(writer, [{ drive_id, id, search_name, touched_at: named.touched_at }])
  queueTexts(writer, [node])
}

const naming = createPreparedChange(
  'name_a_node',
  ['drive_id', 'id', 'name', 'search_name'],
  (writer, { drive_id, id, name, search_name }) =>
    writer
      .updateTable('nodes')
      .set({ search_name })
      .where('drive_id', '=', drive_id)
      .where('id', '=', id)
      .where('name', '=', name)
      .where('search_name', 'is', null)
      .returning('touched_at'),
)

const touching = createPreparedChange(
  'touch_name_term',
  ['drive_id', 'term', 'node_id', 'touched_at'],
  (writer, { drive_id, term, node_id, touched_at }) =>
    writer
      .updateTable('name_terms')
      .set({ touched_at })
      .where('drive_id', '=', drive_id)
      .where('term', '=', term)
      .where('node_id', '=', node_id),
)

const deletion = createPreparedChange(
  'delete_name_term',
  ['drive_id', 'term', 'node_id'],
  (writer, { drive_id, term, node_id }) =>
    writer
      .deleteFrom('name_terms')
      .where('drive_id', '=', drive_id)
      .where('term', '=', term)
      .where('node_id', '=', node_id),
)

/** A few sizes, so that a few statements that are built once serve any number of rows, and one of them most names. */
const ROWS_AT_ONCE = [128, 32, 8, 7, 6, 5, 4, 3, 2, 1] as const
/** So many are inserted before others have their turn: rows are written without a pause. */
const STATEMENTS_PER_TURN = 4
const COLUMNS = ['drive_id', 'term', 'node_id', 'touched_at'] as const

/** Each row under names of its own. */
function toValues(rows: readonly NameTermRow[]): Record<string, string | number> {
  const values: Record<string, string | number> = {}
  for (const [n, row] of rows.entries()) {
    for (const column of COLUMNS) values[`${column}${n}`] = row[column]
  }
  return values
}

const insertions = new Map<
  number,
  PreparedChange<Readonly<Record<string, string | number>>, unknown>
>()

function insertionOf(size: number) {
  const known = insertions.get(size)
  if (known) return known
  const numbers = Array.from({ length: size }, (_, n) => n)
  const names = numbers.flatMap((n) => COLUMNS.map((column) => `${column}${n}`))
  const insertion = createPreparedChange(`insert_${size}_name_terms`, names, (writer, places) =>
    writer
      .insertInto('name_terms')
      .values(
        numbers.map((n) => ({
          drive_id: places[`drive_id${n}`],
          term: places[`term${n}`],
          node_id: places[`node_id${n}`],
          touched_at: places[`touched_at${n}`],
        })),
      )
      .onConflict((conflict) => conflict.doNothing()),
  )
  insertions.set(size, insertion)
  return insertion
}
