import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import type { NodeRow } from '../../db/tables.ts'
import { markedNodes, type View } from '../marks/own-marks.ts'
import { narrowNodes } from '../nodes/tree.ts'
import type { TimeKey } from '../time-token.ts'
import type { ListTime } from './lists.store.ts'
import type { WholePlace } from './whole-place.ts'

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
  drive: View,
  whole: WholePlace,
  { limit, ...bounds }: Bounds & { limit: number },
): Promise<PlacedCandidate[]> {
  return placedQuery(reader, drive, whole, bounds).limit(limit).execute()
}

/** For whoever runs it and for whoever looks at its plan. */
export function placedQuery(reader: Reader, drive: View, whole: WholePlace, bounds: Bounds) {
  const query = between(reader, drive, timeOf(whole), bounds)
    .select(['nodes.id', 'nodes.created_at', 'nodes.parent_id'])
    .select(sql<number>`${sql.ref(columnOf(timeOf(whole)))}`.as('at'))
  return passing(query, whole, drive)
}

/** The key so many steps back in time, by the index alone; undefined when there are fewer. */
export function findPlacedAhead(
  reader: Reader,
  drive: View,
  whole: WholePlace,
  { before, steps }: { before: TimeKey | undefined; steps: number },
): Promise<TimeKey | undefined> {
  return between(reader, drive, timeOf(whole), { before })
    .select('nodes.id')
    .select(sql<number>`${sql.ref(columnOf(timeOf(whole)))}`.as('at'))
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
  drive: View,
  whole: WholePlace,
): Promise<FolderCount[]> {
  const nodes = reader.selectFrom('nodes').where('nodes.drive_id', '=', drive.id)
  return passing(nodes, whole, drive)
    .select((node) => ['nodes.parent_id', node.fn.countAll<number>().as('count')])
    .groupBy('nodes.parent_id')
    .execute()
}

type PlaceTime = Exclude<ListTime, 'taken_at' | 'opened_at'>

function columnOf(time: PlaceTime) {
  return time === 'starred_at' ? 'node_marks.starred_at' : (`nodes.${time}` as const)
}

function between(reader: Reader, drive: View, time: PlaceTime, { before, until }: Bounds) {
  const at = sql.ref<number | null>(columnOf(time))
  const id = sql.ref(time === 'starred_at' ? 'node_marks.node_id' : 'nodes.id')
  let query = nodesWith(reader, drive, time).orderBy(at, 'desc').orderBy(id, 'desc')
  // As the partial indexes say it: a database uses one only where it sees the same words.
  if (time !== 'touched_at') query = query.where(at, 'is not', null)
  if (before) query = query.where(sql<boolean>`(${at}, ${id}) < (${before.at}, ${before.id})`)
  if (until) query = query.where(sql<boolean>`(${at}, ${id}) >= (${until.at}, ${until.id})`)
  return query
}

function nodesWith(reader: Reader, drive: View, time: PlaceTime) {
  const nodes = reader.selectFrom('nodes').where('nodes.drive_id', '=', drive.id)
  if (time !== 'starred_at') return nodes
  // Only the order and the bounds look at the marks.
  return markedNodes(reader, drive, 'starred_at') as unknown as typeof nodes
}

type Nodes = ReturnType<typeof between>

function passing<Q>(nodes: Q, whole: WholePlace, { reach }: View): Q {
  const query = nodes as Nodes
  const placed =
    whole.place === 'trash'
      ? query.where('nodes.trashed_at', '<=', whole.until ?? Number.MAX_SAFE_INTEGER)
      : query
          // The top folder is no part of what it holds.
          .where('nodes.parent_id', 'is not', null)
          .where('nodes.trashed_at', 'is', null)
          .where('nodes.deleted_by', 'is', null)
  return narrowNodes(placed, whole.filter, reach.actorId) as Q
}
