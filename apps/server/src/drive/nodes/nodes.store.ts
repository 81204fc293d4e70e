import { sql } from 'kysely'
import type { Reader, Writer } from '../../db/database.ts'
import {
  createPreparedChange,
  createPreparedInsert,
  createPreparedListQuery,
  createPreparedQuery,
} from '../../db/prepared-query.ts'
import type { NodeRow, NodeTagRow } from '../../db/tables.ts'
import { ENTRY_COLUMNS, NODE_COLUMNS } from '../access/node-columns.ts'
import { type Shared, sharedUntil } from '../access/shared-until.ts'
import { type Starred, starredAt, type View } from '../marks/own-marks.ts'
import { insertTerms, replaceTerms, touchTerms } from './name-terms.store.ts'
import type { FileContent } from './new-node.ts'
import { toSearchName } from './search-name.ts'
import { queueTexts } from './text-queue.store.ts'

/** What a rule may change of a node that is there. */
export type NodeSet = Partial<
  Pick<
    NodeRow,
    | 'parent_id'
    | 'name'
    | 'sort_key'
    | 'type'
    | 'mime_type'
    | 'modified_at'
    | 'description'
    | 'tag_list'
    | 'trashed_at'
    | 'trashed_from'
  >
>

/** As one person sees it. */
export type Node = NodeRow & Starred & Shared

/** Of several that one key could have made, there is one at most. */
export function findNodeByPrefix(
  reader: Reader,
  driveId: string,
  prefix: string,
): Promise<Pick<NodeRow, 'id'> | undefined> {
  return reader
    .selectFrom('nodes')
    .select('id')
    .where('drive_id', '=', driveId)
    .where('id', '>=', prefix)
    .where('id', '<', `${prefix}~`)
    .limit(1)
    .executeTakeFirst()
}

export async function findChild(
  reader: Reader,
  { id: driveId, reach: { actorId: viewer } }: View,
  folderId: string,
  name: string,
): Promise<Node | undefined> {
  const [child] = await reader.run(childOf, { driveId, folderId, name, viewer })
  return child
}

const childOf = createPreparedQuery(
  'child_of',
  ['driveId', 'folderId', 'name', 'viewer'],
  (reader, { driveId, folderId, name, viewer }) =>
    reader
      .selectFrom('nodes')
      .select(NODE_COLUMNS)
      .select(starredAt(viewer).as('starred_at'))
      .select(sharedUntil(driveId).as('shared_until'))
      .where('drive_id', '=', driveId)
      .where('parent_id', '=', folderId)
      .where('name', '=', name),
)

/** Those of a folder that have one of these names. */
export async function findChildren(
  reader: Reader,
  { id: driveId, reach }: View,
  folderId: string,
  names: readonly string[],
): Promise<Node[]> {
  const found: Node[] = []
  for (let at = 0; at < names.length; at += NAMES_AT_ONCE) {
    const some = nodesOf(reader, driveId)
      .select(starredAt(reach.actorId).as('starred_at'))
      .select(sharedUntil(driveId).as('shared_until'))
      .where('nodes.parent_id', '=', folderId)
      .where('nodes.name', 'in', names.slice(at, at + NAMES_AT_ONCE))
    found.push(...(await some.execute()))
  }
  return found
}

const NAMES_AT_ONCE = 500

/** What some nodes are called, and where. */
export function listNames(
  reader: Reader,
  driveId: string,
  ids: readonly string[],
): Promise<Pick<NodeRow, 'id' | 'parent_id' | 'name'>[]> {
  return namesByIds(reader, { driveId }, ids)
}

const namesByIds = createPreparedListQuery(
  'names_by_ids',
  ['driveId'],
  (reader, { driveId }, ids) =>
    reader
      .selectFrom('nodes')
      .select(['id', 'parent_id', 'name'])
      .where('drive_id', '=', driveId)
      .where('id', 'in', ids),
)

/** The folders in a folder that somebody has made, and whose names begin so. */
export function listFoldersOf(
  reader: Reader,
  { id: driveId, reach }: View,
  { folderId, creator, beginning }: { folderId: string; creator: string; beginning: string },
): Promise<Node[]> {
  return nodesOf(reader, driveId)
    .select(starredAt(reach.actorId).as('starred_at'))
    .select(sharedUntil(driveId).as('shared_until'))
    .where('nodes.parent_id', '=', folderId)
    .where('nodes.name', '>=', beginning)
    .where('nodes.name', '<', `${beginning}\u{10ffff}`)
    .where('nodes.kind', '=', 'folder')
    .where('nodes.created_by', '=', creator)
    .execute()
}

export function listChildren(
  reader: Reader,
  driveId: string,
  folderId: string,
  page: { afterSortKey: string | undefined; limit: number },
): Promise<NodeRow[]> {
  let query = nodesOf(reader, driveId).where('nodes.parent_id', '=', folderId)
  if (page.afterSortKey !== undefined) {
    query = query.where('nodes.sort_key', '>', page.afterSortKey)
  }
  return query.orderBy('nodes.sort_key').limit(page.limit).execute()
}

/** How many folders lie below each other under this one; looks at so many folders and no more. */
export async function findHeight(
  reader: Reader,
  driveId: string,
  folderId: string,
  maxFolders: number,
): Promise<number> {
  const row = await reader
    .withRecursive('below(id, steps)', (query) =>
      query
        .selectFrom('nodes')
        .select(['nodes.id', sql<number>`0`.as('steps')])
        .where('nodes.drive_id', '=', driveId)
        .where('nodes.id', '=', folderId)
        .unionAll(
          query
            .selectFrom('below')
            // In this order: SQLite would rather go through all nodes of the drive at every step.
            .crossJoin('nodes')
            .select((node) => ['nodes.id', node('below.steps', '+', 1).as('steps')])
            .whereRef('nodes.parent_id', '=', 'below.id')
            .where('nodes.drive_id', '=', driveId)
            .where('nodes.kind', '=', 'folder'),
        ),
    )
    .selectFrom((query) =>
      query.selectFrom('below').select('below.steps').limit(maxFolders).as('seen'),
    )
    .select((seen) => seen.fn.max<number>('seen.steps').as('height'))
    .executeTakeFirst()
  return Number(row?.height ?? 0)
}

export type TreeTops =
  | { ids: readonly string[] }
  | { folderId: string }
  | { trashedUntil: number }
  | { deletedBy: string }

/** How many nodes these are, with all that is below them. It looks at each: not for short work. */
export async function countBelow(reader: Reader, driveId: string, tops: TreeTops): Promise<number> {
  if ('ids' in tops && tops.ids.length === 0) return 0
  const row = await reader
    .withRecursive('below(id)', (query) => {
      const top = query.selectFrom('nodes').select('nodes.id').where('nodes.drive_id', '=', driveId)
      const chosen =
        'ids' in tops
          ? top.where('nodes.id', 'in', tops.ids)
          : 'folderId' in tops
            ? top.where('nodes.parent_id', '=', tops.folderId)
            : 'deletedBy' in tops
              ? top.where('nodes.deleted_by', '=', tops.deletedBy)
              : top.where('nodes.trashed_at', '<=', tops.trashedUntil)
      return chosen.unionAll(
        query
          .selectFrom('below')
          .crossJoin('nodes')
          .select('nodes.id')
          .whereRef('nodes.parent_id', '=', 'below.id')
          .where('nodes.drive_id', '=', driveId),
      )
    })
    .selectFrom('below')
    .select((below) => below.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** How many nodes and bytes these are, with all that is below them, old versions left out. */
export async function weighBelow(
  reader: Reader,
  driveId: string,
  ids: readonly string[],
): Promise<{ nodes: number; bytes: number }> {
  if (ids.length === 0) return { nodes: 0, bytes: 0 }
  const columns = ['nodes.id', 'nodes.size'] as const
  const row = await reader
    .withRecursive('below(id, size)', (query) =>
      query
        .selectFrom('nodes')
        .select(columns)
        .where('nodes.drive_id', '=', driveId)
        .where('nodes.id', 'in', ids)
        .unionAll(
          query
            .selectFrom('below')
            .crossJoin('nodes')
            .select(columns)
            .whereRef('nodes.parent_id', '=', 'below.id')
            .where('nodes.drive_id', '=', driveId),
        ),
    )
    .selectFrom('below')
    .select((below) => [
      below.fn.countAll<number>().as('nodes'),
      below.fn.coalesce(below.fn.sum<number>('below.size'), below.lit(0)).as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  return { nodes: Number(row.nodes), bytes: Number(row.bytes) }
}

/** Whether there is anything but the root, the trash included. */
export async function hasNodes(
  reader: Reader,
  { id, root_id }: { id: string; root_id: string },
): Promise<boolean> {
  const node = await reader
    .selectFrom('nodes')
    .select('id')
    .where('drive_id', '=', id)
    .where('id', '!=', root_id)
    .limit(1)
    .executeTakeFirst()
  return node !== undefined
}

/** Which of some names are taken in a folder. */
export async function listTakenNames(
  reader: Reader,
  driveId: string,
  folderId: string,
  names: readonly string[],
): Promise<Set<string>> {
  const rows = await reader
    .selectFrom('nodes')
    .select('name')
    .where('drive_id', '=', driveId)
    .where('parent_id', '=', folderId)
    .where('name', 'in', names)
    .execute()
  return new Set(rows.map(({ name }) => name))
}

export async function hasName(
  reader: Reader,
  driveId: string,
  folderId: string,
  name: string,
): Promise<boolean> {
  return (await listTakenNames(reader, driveId, folderId, [name])).size > 0
}

export async function insertNodes(writer: Writer, rows: readonly NodeRow[]): Promise<void> {
  if (rows.length === 0) return
  const named = rows.map(withSearchName)
  await writer.insertInto('nodes').values(named).execute()
  await indexNodes(writer, named)
}

export async function insertNode(writer: Writer, row: NodeRow): Promise<void> {
  const named = withSearchName(row)
  await writer.run(nodeInsert, { ...named })
  await indexNodes(writer, [named])
}

/**
 * Not waited for: whoever makes thousands of them has looked before, and indexes them together when all
 * are there. Gives the row as it is written.
 */
export function postNode(writer: Writer, row: NodeRow): NodeRow {
  const named = withSearchName(row)
  writer.post(nodeInsert, { ...named })
  return named
}

/** So that they are found by their names at once, and by their texts soon. */
export async function indexNodes(writer: Writer, nodes: readonly NodeRow[]): Promise<void> {
  await insertTerms(writer, nodes)
  queueTexts(writer, nodes)
}

function withSearchName(row: NodeRow): NodeRow {
  return { ...row, search_name: toSearchName(row.kind, row.name) }
}

export async function updateContent(
  writer: Writer,
  node: NodeRow,
  content: FileContent & Pick<NodeRow, 'touched_at'>,
): Promise<void> {
  await writer.run(contentUpdate, { drive_id: node.drive_id, id: node.id, ...content })
  touchTerms(writer, { ...node, ...content })
  queueTexts(writer, [{ ...node, ...content }])
}

const contentUpdate = createPreparedChange(
  'content_update',
  ['drive_id', 'id', 'version_id', 'hash', 'size', 'mime_type', 'modified_at', 'touched_at'],
  (writer, { drive_id, id, ...content }) =>
    writer
      .updateTable('nodes')
      // What its camera says is read anew.
      .set((row) => ({
        ...content,
        taken_at: null,
        aspect: null,
        duration_ms: null,
        camera: null,
        revision: row('revision', '+', 1),
      }))
      .where('drive_id', '=', drive_id)
      .where('id', '=', id),
)

export async function changeNode(
  writer: Writer,
  node: Pick<NodeRow, 'drive_id' | 'id'>,
  set: NodeSet,
): Promise<void> {
  const search_name =
    set.name === undefined ? undefined : await replaceTerms(writer, node, set.name)
  await writer
    .updateTable('nodes')
    .set((row) => ({ ...set, search_name, revision: row('revision', '+', 1) }))
    .where('drive_id', '=', node.drive_id)
    .where('id', '=', node.id)
    .execute()
}

export async function insertTags(writer: Writer, rows: readonly NodeTagRow[]): Promise<void> {
  if (rows.length > 0) await writer.insertInto('node_tags').values(rows).execute()
}

export async function replaceTags(
  writer: Writer,
  node: Pick<NodeRow, 'drive_id' | 'id'>,
  tags: readonly string[],
): Promise<void> {
  await writer
    .deleteFrom('node_tags')
    .where('drive_id', '=', node.drive_id)
    .where('node_id', '=', node.id)
    .execute()
  if (tags.length === 0) return
  await writer
    .insertInto('node_tags')
    .values(tags.map((tag) => ({ drive_id: node.drive_id, node_id: node.id, tag })))
    .execute()
}

export function nodesOf(reader: Reader, driveId: string) {
  return reader.selectFrom('nodes').selectAll('nodes').where('nodes.drive_id', '=', driveId)
}

export function listedNodesOf(reader: Reader, driveId: string, viewer: string) {
  return entriesOf(reader, driveId, viewer).select(['nodes.drive_id', 'nodes.parent_id'])
}

/** Without what the entries of one folder share: to read it with each row takes a twentieth of a page. */
export function entriesOf(reader: Reader, driveId: string, viewer: string) {
  return reader
    .selectFrom('nodes')
    .select(ENTRY_COLUMNS.map((column) => `nodes.${column}` as const))
    .select(starredAt(viewer).as('starred_at'))
    .select(sharedUntil(driveId).as('shared_until'))
    .where('nodes.drive_id', '=', driveId)
}

const nodeInsert = createPreparedInsert('nodes', NODE_COLUMNS)

/** How many there are in a drive, up to so many. */
export async function countNodes(reader: Reader, driveId: string, max: number): Promise<number> {
  const some = reader.selectFrom('nodes').select('id').where('drive_id', '=', driveId).limit(max)
  const { count } = await reader
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
