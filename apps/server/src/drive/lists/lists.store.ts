import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import type { NodeRow } from '../../db/tables.ts'
import { markedNodes, type View } from '../marks/own-marks.ts'
import type { TimeKey } from '../time-token.ts'
import { type IsHidden, isHidden, type PhotoFilter, photoQuery, takenAt } from './photos.store.ts'

/** What a list of the whole drive goes by; each has its index. */
export type ListTime =
  | 'touched_at'
  | 'starred_at'
  | 'opened_at'
  | 'trashed_at'
  | 'taken_at'
  /** Of images and videos, as `taken_at`. */
  | 'modified_at'

/** An entry of a list, with its place in time and in the tree. */
export type Entry = TimeKey & Pick<NodeRow, 'parent_id' | 'trashed_from'>

/**
 * What the index has, one after the other. The caller leaves out what is not shown: if the query left it out, one query might pass
 * a million of them.
 */
export type Candidate = Entry & {
  /** It was trashed itself, or left by a program. */
  is_hidden: IsHidden
}

/** The latest first. What lies in a folder that is in the trash is among them. */
export function listByTime(
  reader: Reader,
  drive: View,
  time: ListTime,
  page: { before: TimeKey | undefined; limit: number; filter?: PhotoFilter | undefined },
): Promise<Candidate[]> {
  return timeQuery(reader, drive, time, page.before, page.filter).limit(page.limit).execute()
}

export type TrashedName = Entry & Pick<NodeRow, 'kind' | 'name' | 'search_name'>

/** What was thrown away, with its names, the latest first. */
export function listTrashedNames(
  reader: Reader,
  driveId: string,
  page: { before: TimeKey | undefined; limit: number },
): Promise<TrashedName[]> {
  return trashedNamesQuery(reader, driveId, page.before).limit(page.limit).execute()
}

export function trashedNamesQuery(reader: Reader, driveId: string, before: TimeKey | undefined) {
  const query = reader
    .selectFrom('nodes')
    .select(['id', 'parent_id', 'trashed_from', 'kind', 'name', 'search_name'])
    .select(sql<number>`trashed_at`.as('at'))
    .where('drive_id', '=', driveId)
    // As the partial index says it.
    .where('trashed_at', 'is not', null)
    .orderBy('trashed_at', 'desc')
    .orderBy('id', 'desc')
  if (!before) return query
  return query.where((node) =>
    node(node.refTuple('trashed_at', 'id'), '<', node.tuple(before.at, before.id)),
  )
}

/** For whoever runs it and for whoever looks at its plan. */
export function timeQuery(
  reader: Reader,
  drive: View,
  time: ListTime,
  before: TimeKey | undefined,
  /** Of photos. */
  filter?: PhotoFilter,
) {
  if (time === 'taken_at' || time === 'modified_at') {
    const date = time === 'taken_at' ? takenAt : sql<number>`nodes.modified_at`
    return photoQuery(reader, drive, date, { before, filter })
  }
  if (time === 'starred_at' || time === 'opened_at') {
    return markedQuery(reader, drive, time, before)
  }
  const column = `nodes.${time}` as const
  let query = reader
    .selectFrom('nodes')
    .select(['nodes.id', 'nodes.parent_id', 'nodes.trashed_from'])
    .select(sql<number>`${sql.ref(column)}`.as('at'))
    // The trash shows the files of programs too.
    .select((time === 'trashed_at' ? isNever : isHidden).as('is_hidden'))
    .where('nodes.drive_id', '=', drive.id)
    .orderBy(column, 'desc')
    .orderBy('nodes.id', 'desc')
  // As the partial indexes say it: a database uses one only where it sees the same words.
  query =
    time === 'touched_at'
      ? query.where('nodes.kind', '=', sql.lit('file'))
      : query.where(column, 'is not', null)
  if (!before) return query
  return query.where((node) =>
    node(node.refTuple(column, 'nodes.id'), '<', node.tuple(before.at, before.id)),
  )
}

function markedQuery(
  reader: Reader,
  drive: View,
  mark: 'starred_at' | 'opened_at',
  before: TimeKey | undefined,
) {
  const column = `node_marks.${mark}` as const
  const query = markedNodes(reader, drive, mark)
    .select(['nodes.id', 'nodes.parent_id', 'nodes.trashed_from'])
    .select(sql<number>`${sql.ref(column)}`.as('at'))
    .select(isHidden.as('is_hidden'))
    .orderBy(column, 'desc')
    .orderBy('node_marks.node_id', 'desc')
  if (!before) return query
  return query.where((row) =>
    row(row.refTuple(column, 'node_marks.node_id'), '<', row.tuple(before.at, before.id)),
  )
}

const isNever = sql<IsHidden>`(1 = 0)`

/** Whether something was thrown away, or is being removed. */
export async function hasTrash(reader: Reader, driveId: string): Promise<boolean> {
  for (const column of ['trashed_at', 'deleted_by'] as const) {
    const found = await reader
      .selectFrom('nodes')
      .select('id')
      .where('drive_id', '=', driveId)
      .where(column, 'is not', null)
      .limit(1)
      .executeTakeFirst()
    if (found) return true
  }
  return false
}

export interface TagCount {
  tag: string
  count: number
}

/** Tags by their letters, with what has them outside the trash; those of nothing else are left out. */
export function countTags(
  reader: Reader,
  driveId: string,
  page: { after: string; limit: number },
): Promise<TagCount[]> {
  return reader
    .withRecursive('climb(start, at)', (query) =>
      query
        .selectFrom('node_tags')
        .innerJoin('nodes', 'nodes.id', 'node_tags.node_id')
        .select(['nodes.parent_id as start', 'nodes.parent_id as at'])
        .where('node_tags.drive_id', '=', driveId)
        .where('node_tags.tag', '>', page.after)
        .where('nodes.drive_id', '=', driveId)
        .where('nodes.parent_id', 'is not', null)
        .union(
          query
            .selectFrom('climb')
            .innerJoin('nodes', 'nodes.id', 'climb.at')
            .select(['climb.start', 'nodes.parent_id as at'])
            .where('nodes.drive_id', '=', driveId)
            .where('nodes.parent_id', 'is not', null),
        ),
    )
    .with('trashed_folders', (query) =>
      query
        .selectFrom('climb')
        .innerJoin('nodes', 'nodes.id', 'climb.at')
        .select('climb.start as id')
        .where('nodes.drive_id', '=', driveId)
        .where((node) =>
          node.or([
            node('nodes.trashed_at', 'is not', null),
            node('nodes.deleted_by', 'is not', null),
          ]),
        ),
    )
    .selectFrom('node_tags')
    .innerJoin('nodes', 'nodes.id', 'node_tags.node_id')
    .select((row) => ['node_tags.tag', row.fn.countAll<number>().as('count')])
    .where('node_tags.drive_id', '=', driveId)
    .where('node_tags.tag', '>', page.after)
    .where('nodes.drive_id', '=', driveId)
    .where('nodes.trashed_at', 'is', null)
    .where('nodes.deleted_by', 'is', null)
    .where((row) =>
      row.or([
        row('nodes.parent_id', 'is', null),
        row('nodes.parent_id', 'not in', row.selectFrom('trashed_folders').select('id')),
      ]),
    )
    .groupBy('node_tags.tag')
    .orderBy('node_tags.tag')
    .limit(page.limit)
    .execute()
}

/** What has tags and was not thrown away itself, in the order of the tags. */
export function listTagged(
  reader: Reader,
  driveId: string,
  { after, limit }: { after: { tag: string; node_id: string }; limit: number },
): Promise<({ tag: string } & Pick<NodeRow, 'id' | 'parent_id' | 'created_by'>)[]> {
  return reader
    .selectFrom('node_tags')
    .innerJoin('nodes', (join) =>
      join
        .onRef('nodes.drive_id', '=', 'node_tags.drive_id')
        .onRef('nodes.id', '=', 'node_tags.node_id'),
    )
    .select(['node_tags.tag', 'nodes.id', 'nodes.parent_id', 'nodes.created_by'])
    .where('node_tags.drive_id', '=', driveId)
    .where((row) =>
      row(
        row.refTuple('node_tags.tag', 'node_tags.node_id'),
        '>',
        row.tuple(after.tag, after.node_id),
      ),
    )
    .where('nodes.trashed_at', 'is', null)
    .where('nodes.deleted_by', 'is', null)
    .orderBy('node_tags.tag')
    .orderBy('node_tags.node_id')
    .limit(limit)
    .execute()
}

export interface Summary {
  folders: number
  files: number
  bytes: number
}

export async function sumBelow(
  reader: Reader,
  driveId: string,
  folderId: string,
): Promise<Summary> {
  const files = sql<number>`coalesce(sum(case when kind = 'file' then 1 else 0 end), 0)`
  return reader
    .withRecursive('below(id, kind, size)', (query) =>
      query
        .selectFrom('nodes')
        .select(['nodes.id', 'nodes.kind', 'nodes.size'])
        .where('nodes.drive_id', '=', driveId)
        .where('nodes.parent_id', '=', folderId)
        .unionAll(
          query
            .selectFrom('below')
            // In this order: SQLite would rather go through all nodes of the drive at every step.
            .crossJoin('nodes')
            .select(['nodes.id', 'nodes.kind', 'nodes.size'])
            .whereRef('nodes.parent_id', '=', 'below.id')
            .where('nodes.drive_id', '=', driveId),
        ),
    )
    .selectFrom('below')
    .select([
      sql<number>`count(*) - ${files}`.as('folders'),
      files.as('files'),
      sql<number>`coalesce(sum(size), 0)`.as('bytes'),
    ])
    .executeTakeFirstOrThrow()
}
