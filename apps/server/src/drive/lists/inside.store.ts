import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import type { NodeRow } from '../../db/tables.ts'
import { narrowNodes } from '../nodes/tree.ts'
import type { WholePlace } from './inside.ts'
import type { ListTime, TimeKey } from './lists.store.ts'

export type PlacedCandidate = TimeKey & Pick<NodeRow, 'created_at' | 'parent_id'>

/** What a walk goes by: each is a range of an index. */
export function timeOf({ place, filter }: WholePlace) {
  if (place === 'trash') return 'trashed_at'
  return filter.starred === true ? 'starred_at' : 'touched_at'
}

interface Bounds {
  before: TimeKey | undefined
  /** Included. */
  until?: TimeKey | undefined
}

/** The latest first. What lies in a folder that is in the trash is among those of the drive. */
export function listPlaced(
  reader: Reader,
  driveId: string,
  whole: WholePlace,
  { limit, ...bounds }: Bounds & { limit: number },
): Promise<PlacedCandidate[]> {
  return placedQuery(reader, driveId, whole, bounds).limit(limit).execute()
}

/** For whoever runs it and for whoever looks at its plan. */
export function placedQuery(reader: Reader, driveId: string, whole: WholePlace, bounds: Bounds) {
  const query = between(reader, driveId, timeOf(whole), bounds)
    .select(['nodes.id', 'nodes.created_at', 'nodes.parent_id'])
    .select(sql<number>`${sql.ref(`nodes.${timeOf(whole)}`)}`.as('at'))
  return passing(query, whole)
}

/** The key so many steps back in time, by the index alone; undefined when there are fewer. */
export function findPlacedAhead(
  reader: Reader,
  driveId: string,
  whole: WholePlace,
  { before, steps }: { before: TimeKey | undefined; steps: number },
): Promise<TimeKey | undefined> {
  return between(reader, driveId, timeOf(whole), { before })
    .select('nodes.id')
    .select(sql<number>`${sql.ref(`nodes.${timeOf(whole)}`)}`.as('at'))
    .limit(1)
    .offset(steps - 1)
    .executeTakeFirst()
}

export interface FolderCount {
  /** Null for what was thrown away itself. */
  parent_id: string | null
  count: number
}

/** How many pass, folder by folder. */
export function countByFolder(
  reader: Reader,
  driveId: string,
  whole: WholePlace,
): Promise<FolderCount[]> {
  const nodes = reader.selectFrom('nodes').where('nodes.drive_id', '=', driveId)
  return passing(nodes, whole)
    .select((node) => ['nodes.parent_id', node.fn.countAll<number>().as('count')])
    .groupBy('nodes.parent_id')
    .execute()
}

function between(
  reader: Reader,
  driveId: string,
  time: Exclude<ListTime, 'taken_at'>,
  { before, until }: Bounds,
) {
  const column = `nodes.${time}` as const
  let query = reader
    .selectFrom('nodes')
    .where('nodes.drive_id', '=', driveId)
    .orderBy(column, 'desc')
    .orderBy('nodes.id', 'desc')
  // As the partial indexes say it: a database uses one only where it sees the same words.
  if (time !== 'touched_at') query = query.where(column, 'is not', null)
  for (const [comparison, key] of [
    ['<', before],
    ['>=', until],
  ] as const) {
    if (!key) continue
    query = query.where((node) =>
      node(node.refTuple(column, 'nodes.id'), comparison, node.tuple(key.at, key.id)),
    )
  }
  return query
}

type Nodes = ReturnType<typeof between>

function passing<Q>(nodes: Q, whole: WholePlace): Q {
  const query = nodes as Nodes
  const placed =
    whole.place === 'trash'
      ? query.where('nodes.trashed_at', '<=', whole.until ?? Number.MAX_SAFE_INTEGER)
      : query
          // The top folder is no part of what it holds.
          .where('nodes.parent_id', 'is not', null)
          .where('nodes.trashed_at', 'is', null)
          .where('nodes.deleted_by', 'is', null)
  return narrowNodes(placed, whole.filter) as Q
}
