import type { ListDirection, ListOrder } from '@awan/protocol/drive'
import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import { createPreparedQuery } from '../../db/prepared-query.ts'
import type { NodeRow } from '../../db/tables.ts'
import type { ListedNode } from '../access/seen-node.ts'
import { starredAt } from '../marks/own-marks.ts'
import { isFiltered, type ListFilter } from './list-filter.ts'
import { entriesOf, listedNodesOf } from './nodes.store.ts'
import { SECTION_PREFIX, type Section, sortKey } from './sort-key.ts'
import { typeGroupPrefixes } from './type-group.ts'

/** One section of one folder, in one order. */
export interface ListRange {
  driveId: string
  folderId: string
  section: Section
  orderBy: ListOrder
  direction: ListDirection
  filter: ListFilter
  /** Whose stars are meant. */
  viewer: string
}

/**
 * The place of an entry in a listing. The name part is its sort key without the section, so that one key
 * is good for all of them; no two entries of a folder share it.
 */
export interface ListKey {
  /** What is ordered by; null where that is the name alone. */
  value: string | number | null
  name: string
}

interface Bounds {
  after: ListKey | undefined
  /** Included. */
  until: ListKey | undefined
}

/** The same place as the columns of a section have it. */
interface RowKey {
  value: string | number
  sortKey: string
}

interface RowBounds {
  after?: RowKey | undefined
  until?: RowKey | undefined
}

function rowKey(section: Section, { value, name }: ListKey): RowKey {
  return { value: value ?? '', sortKey: SECTION_PREFIX[section] + name }
}

function rowBounds({ section }: ListRange, { after, until }: Bounds): RowBounds {
  return { after: after && rowKey(section, after), until: until && rowKey(section, until) }
}

export async function listRange(
  reader: Reader,
  range: ListRange,
  { limit, ...bounds }: Bounds & { limit: number },
): Promise<ListedNode[]> {
  if (isFiltered(range.filter)) return rangeQuery(reader, range, bounds).limit(limit).execute()
  const { driveId, folderId, viewer, section } = range
  const { value = null, sortKey = null } = bounds.after ? rowKey(section, bounds.after) : {}
  const query = unfilteredRange(range, bounds.after !== undefined)
  const entries = await reader.run(query, { driveId, folderId, viewer, value, sortKey, limit })
  return entries.map((entry) => Object.assign(entry, { drive_id: driveId, parent_id: folderId }))
}

type UnfilteredRange = ReturnType<typeof prepareUnfilteredRange>
const unfilteredRanges = new Map<string, UnfilteredRange>()

/** To build the query costs as much as to read a small page. */
function unfilteredRange(range: ListRange, isContinued: boolean): UnfilteredRange {
  const { section, orderBy, direction } = range
  const form = [section, orderBy, direction, isContinued ? 'after' : 'first'].join('_')
  const query = unfilteredRanges.get(form) ?? prepareUnfilteredRange(form, range, isContinued)
  unfilteredRanges.set(form, query)
  return query
}

function prepareUnfilteredRange(
  form: string,
  { section, orderBy, direction }: ListRange,
  isContinued: boolean,
) {
  const values = ['driveId', 'folderId', 'viewer', 'value', 'sortKey', 'limit'] as const
  return createPreparedQuery(`list_${form}`, values, (reader, places) => {
    const range = { ...places, section, orderBy, direction, filter: {} }
    const entries = entriesOf(reader, places.driveId, places.viewer)
    return ordered(between(entries, range, isContinued ? { after: places } : {}), range).limit(
      places.limit,
    )
  })
}

/** For whoever runs it and for whoever looks at its plan. */
export function rangeQuery(reader: Reader, range: ListRange, bounds: Bounds) {
  const nodes = listedNodesOf(reader, range.driveId, range.viewer)
  const entries = between(nodes, range, rowBounds(range, bounds))
  return filterNodes(ordered(entries, range), range.filter, range.viewer)
}

/** The key so many steps ahead, by the index alone; undefined when the range ends before. */
export async function findKeyAhead(
  reader: Reader,
  range: ListRange,
  { after, steps }: { after: ListKey | undefined; steps: number },
): Promise<ListKey | undefined> {
  const row = await keyQuery(reader, range, after)
    .limit(1)
    .offset(steps - 1)
    .executeTakeFirst()
  return row && { value: row.value, name: row.sort_key.slice(1) }
}

/** How many there are after a key: without a filter by the index alone. */
export async function countRange(
  reader: Reader,
  range: ListRange,
  after: ListKey | undefined,
): Promise<number> {
  const nodes = reader.selectFrom('nodes').where('nodes.drive_id', '=', range.driveId)
  const entries = between(nodes, range, rowBounds(range, { after, until: undefined }))
  const { count } = await filterNodes(entries, range.filter, range.viewer)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function keyQuery(reader: Reader, range: ListRange, after: ListKey | undefined) {
  const nodes = reader.selectFrom('nodes').where('nodes.drive_id', '=', range.driveId)
  const column = COLUMNS[range.orderBy]
  return ordered(
    between(nodes, range, rowBounds(range, { after, until: undefined })),
    range,
  ).select([
    'nodes.sort_key',
    sql<ListKey['value']>`${column ? sql.ref(`nodes.${column}`) : sql`null`}`.as('value'),
  ])
}

/** Whether a folder has more entries than so many, from one section on: by the index alone. */
export async function hasMoreThan(
  reader: Reader,
  count: number,
  { driveId, folderId }: Pick<ListRange, 'driveId' | 'folderId'>,
  from: Section = 'folder',
): Promise<boolean> {
  const found = await reader
    .selectFrom('nodes')
    .select('sort_key')
    .where('drive_id', '=', driveId)
    .where('parent_id', '=', folderId)
    .where('sort_key', '>=', SECTION_PREFIX[from])
    .orderBy('sort_key')
    .limit(1)
    .offset(count)
    .executeTakeFirst()
  return found !== undefined
}

/** What each order goes by before the name, as the indexes have it. */
const COLUMNS = {
  name: undefined,
  size: 'size',
  modified: 'modified_at',
  created: 'created_at',
  type: 'type',
} as const satisfies Record<ListOrder, keyof NodeRow | undefined>

/** What is behind a section. */
const AFTER = { folder: '1', file: '2', systemFile: '3' } as const satisfies Record<Section, string>

/** Everything but system files. An expression, so that no database takes the order of names for what leads to the rows. */
export const isForPeople = sql<boolean>`nodes.sort_key || '' < ${sql.lit(SECTION_PREFIX.systemFile)}`

type NodeQuery = ReturnType<typeof listedNodesOf>

function between<Q>(
  nodes: Q,
  { section, folderId, orderBy, direction, filter }: ListRange,
  { after, until }: RowBounds,
): Q {
  const column = COLUMNS[orderBy]
  const prefix = SECTION_PREFIX[section]
  const [beyond, upTo] = direction === 'asc' ? (['>', '<='] as const) : (['<', '>='] as const)
  let query = (nodes as NodeQuery).where('nodes.parent_id', '=', folderId)
  if (filter.name !== undefined) {
    // A name is in one of the sections of files, whichever of them is read.
    const key = sortKey(section === 'folder' ? 'folder' : 'file', filter.name).slice(1)
    return query.where('nodes.sort_key', '=', prefix + key) as Q
  }
  if (column === undefined) {
    // One bound at each end: of two at the same end SQLite begins its walk at whichever it likes.
    const begin = after && ([beyond, after.sortKey] as const)
    const end = until && ([upTo, until.sortKey] as const)
    const [low, high] = direction === 'asc' ? [begin, end] : [end, begin]
    const [isAbove, lowest] = low ?? (['>=', prefix] as const)
    const [isBelow, highest] = high ?? (['<', AFTER[section]] as const)
    return query
      .where('nodes.sort_key', isAbove, lowest)
      .where('nodes.sort_key', isBelow, highest) as Q
  }
  if (section === 'systemFile') {
    // They are few: found by their names and then sorted. The index of the order has them among all other files.
    query = query.where('nodes.sort_key', '>=', prefix).where('nodes.sort_key', '<', AFTER[section])
  } else {
    query = query.where('nodes.kind', '=', section)
    if (section === 'file') query = query.where(isForPeople)
  }
  for (const [comparison, key] of [
    [beyond, after],
    [upTo, until],
  ] as const) {
    if (!key) continue
    query = query.where((node) =>
      node(
        node.refTuple(`nodes.${column}`, 'nodes.sort_key'),
        comparison,
        node.tuple(key.value, key.sortKey),
      ),
    )
  }
  return query as Q
}

function ordered<Q>(nodes: Q, { orderBy, direction }: ListRange): Q {
  const column = COLUMNS[orderBy]
  const query = nodes as NodeQuery
  const byValue = column === undefined ? query : query.orderBy(`nodes.${column}`, direction)
  return byValue.orderBy('nodes.sort_key', direction) as Q
}

/** What of both kinds passes. */
export function narrowNodes<Q>(nodes: Q, filter: ListFilter, viewer: string): Q {
  let query = filterNodes(nodes, filter, viewer) as NodeQuery
  // Only files have a size and a type.
  const isOfFiles = filter.typeGroup ?? filter.sizeMin ?? filter.sizeMax
  const kind = filter.kind ?? (isOfFiles === undefined ? undefined : 'file')
  if (kind) query = query.where('nodes.kind', '=', kind)
  if (filter.systemFiles === false) query = query.where(isForPeople)
  if (filter.kind === 'folder' && isOfFiles !== undefined) query = query.where(sql<boolean>`1 = 0`)
  return query as Q
}

/** What it is like; which kind it is of, whoever asks sees to. */
function filterNodes<Q>(nodes: Q, filter: ListFilter, viewer: string): Q {
  let query = nodes as NodeQuery
  const { typeGroup, starred, tag, createdBy, orIds = [] } = filter
  if (filter.modifiedAfter !== undefined)
    query = query.where('nodes.modified_at', '>=', filter.modifiedAfter)
  if (filter.modifiedBefore !== undefined)
    query = query.where('nodes.modified_at', '<=', filter.modifiedBefore)
  if (filter.name !== undefined) query = query.where('nodes.name', '=', filter.name)
  if (filter.sizeMin !== undefined) query = query.where('nodes.size', '>=', filter.sizeMin)
  if (filter.sizeMax !== undefined) query = query.where('nodes.size', '<=', filter.sizeMax)
  if (createdBy !== undefined) {
    query = query.where((node) => {
      const own = node('nodes.created_by', '=', createdBy)
      return orIds.length === 0 ? own : node.or([own, node('nodes.id', 'in', orIds)])
    })
  }
  if (starred !== undefined) query = query.where(starredAt(viewer), starred ? 'is not' : 'is', null)
  if (typeGroup !== undefined) {
    query = query.where((node) =>
      node.or(
        typeGroupPrefixes[typeGroup].map((prefix) => node('nodes.mime_type', 'like', `${prefix}%`)),
      ),
    )
  }
  if (tag !== undefined) {
    query = query.where((node) =>
      node.exists(
        node
          .selectFrom('node_tags')
          .select('node_tags.tag')
          .whereRef('node_tags.drive_id', '=', 'nodes.drive_id')
          .whereRef('node_tags.node_id', '=', 'nodes.id')
          .where('node_tags.tag', '=', tag),
      ),
    )
  }
  return query as Q
}
