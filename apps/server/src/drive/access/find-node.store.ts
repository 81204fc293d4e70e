import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import { createPreparedListQuery, createPreparedQuery } from '../../db/prepared-query.ts'
import type { NodeRow } from '../../db/tables.ts'
import { type Starred, starredAt, type View } from '../marks/own-marks.ts'
import type { Lockable } from './lockable.ts'
import { NODE_COLUMNS } from './node-columns.ts'
import { type Shared, sharedUntil } from './shared-until.ts'

export type FoundNode = NodeRow & Starred & Shared & Lockable

/** A node with whether rows of its drive are being removed: perhaps its own, because a folder above it was deleted. */
export type PossiblyDeleted = FoundNode & { is_removing: number | boolean }

/** Only this folder looks for a node by its id, and decides then who may see it. */
export async function findNode(
  reader: Reader,
  { id: driveId, reach: { actorId: viewer } }: View,
  id: string,
): Promise<PossiblyDeleted | undefined> {
  const [node] = await reader.run(nodeById, { driveId, id, viewer })
  return node
}

const nodeById = createPreparedQuery(
  'node_by_id',
  ['driveId', 'id', 'viewer'],
  (reader, { driveId, id, viewer }) =>
    reader
      .selectFrom('nodes')
      .select(NODE_COLUMNS)
      .select(starredAt(viewer).as('starred_at'))
      .select(sharedUntil(driveId).as('shared_until'))
      .select(isRemoving(driveId).as('is_removing'))
      .where('drive_id', '=', driveId)
      .where('id', '=', id)
      .where('deleted_by', 'is', null),
)

/** Looked up once for all rows of a query, and hardly ever true: only then need anybody look above a node. */
function isRemoving(driveId: string) {
  return sql<PossiblyDeleted['is_removing']>`exists (
    select 1 from nodes as removed
    where removed.drive_id = ${driveId} and removed.deleted_by is not null)`
}

/** For whoever runs it and for whoever looks at its plan. */
export function nodeByNumber(reader: Reader, driveId: string, number: number) {
  return reader
    .selectFrom('nodes')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('number', '=', number)
    .where('deleted_by', 'is', null)
}

/** Which of some drives has the node of this number; numbers are never used twice on a server. */
export async function driveOfNumber(
  reader: Reader,
  driveIds: readonly string[],
  number: number,
): Promise<string | undefined> {
  if (driveIds.length === 0) return undefined
  const found = await reader
    .selectFrom('nodes')
    .select('drive_id')
    .where('drive_id', 'in', driveIds)
    .where('number', '=', number)
    .limit(1)
    .executeTakeFirst()
  return found?.drive_id
}

/** All of several nodes that are there, in no order. */
export function findNodes(
  reader: Reader,
  { id: driveId, reach: { actorId: viewer } }: View,
  ids: readonly string[],
): Promise<PossiblyDeleted[]> {
  return nodesByIds(reader, { driveId, viewer }, ids)
}

const nodesByIds = createPreparedListQuery(
  'nodes_by_ids',
  ['driveId', 'viewer'],
  (reader, { driveId, viewer }, ids) =>
    reader
      .selectFrom('nodes')
      .select(NODE_COLUMNS)
      .select(starredAt(viewer).as('starred_at'))
      .select(sharedUntil(driveId).as('shared_until'))
      .select(isRemoving(driveId).as('is_removing'))
      .where('drive_id', '=', driveId)
      .where('id', 'in', ids)
      .where('deleted_by', 'is', null),
)

/** Those of some nodes of a drive, by their ids: a list of nodes does not have them. */
export async function numbersOf(
  reader: Reader,
  driveId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('nodes')
    .select(['id', 'number'])
    .where('drive_id', '=', driveId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** When cameras say that they took some pictures, or else when the files were last changed. */
export async function takenTimesOf(
  reader: Reader,
  driveId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('nodes')
    .select(['id', 'taken_at', 'modified_at'])
    .where('drive_id', '=', driveId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, taken_at, modified_at }) => [id, taken_at ?? modified_at]))
}

const ancestorColumns = ['nodes.id', 'nodes.name', 'nodes.parent_id', 'nodes.created_by'] as const

export type Ancestor = Pick<NodeRow, 'id' | 'name'>
export type Above = Ancestor & Pick<NodeRow, 'created_by'>

/** The folders above a node, at most so many, from the top down. */
export function findAncestors(
  reader: Reader,
  driveId: string,
  nodeId: string,
  maxSteps: number,
): Promise<Above[]> {
  return reader.run(ancestorsOf, { driveId, nodeId, maxSteps })
}

const ancestorsOf = createPreparedQuery(
  'ancestors_of',
  ['driveId', 'nodeId', 'maxSteps'],
  (reader, { driveId, nodeId, maxSteps }) =>
    reader
      .withRecursive('way(id, name, parent_id, created_by, steps)', (query) =>
        query
          .selectFrom('nodes')
          .select([...ancestorColumns, sql<number>`0`.as('steps')])
          .where('nodes.drive_id', '=', driveId)
          .where('nodes.id', '=', nodeId)
          .unionAll(
            query
              .selectFrom('way')
              .innerJoin('nodes', 'nodes.id', 'way.parent_id')
              .select((node) => [...ancestorColumns, node('way.steps', '+', 1).as('steps')])
              .where('nodes.drive_id', '=', driveId)
              .where('way.steps', '<', maxSteps),
          ),
      )
      .selectFrom('way')
      .select(['way.id', 'way.name', 'way.created_by'])
      .where('way.steps', '>', 0)
      .orderBy('way.steps', 'desc'),
)

export type Step = Pick<
  NodeRow,
  'id' | 'name' | 'parent_id' | 'created_by' | 'trashed_at' | 'deleted_by'
>

const stepColumns = [
  'nodes.id',
  'nodes.name',
  'nodes.parent_id',
  'nodes.created_by',
  'nodes.trashed_at',
  'nodes.deleted_by',
] as const

/** These folders and all that are above them, each once. */
export function findWaysUp(
  reader: Reader,
  driveId: string,
  folderIds: readonly string[],
): Promise<Step[]> {
  return waysUp(reader, { driveId }, folderIds)
}

/** What nearly every call of a member or a visitor asks for. */
const waysUp = createPreparedListQuery('ways_up', ['driveId'], (reader, { driveId }, folderIds) =>
  reader
    .withRecursive('way(id, name, parent_id, created_by, trashed_at, deleted_by)', (query) =>
      query
        .selectFrom('nodes')
        .select(stepColumns)
        .where('nodes.drive_id', '=', driveId)
        .where('nodes.id', 'in', folderIds)
        .union(
          query
            .selectFrom('way')
            .innerJoin('nodes', 'nodes.id', 'way.parent_id')
            .select(stepColumns)
            .where('nodes.drive_id', '=', driveId),
        ),
    )
    .selectFrom('way')
    .select(['id', 'name', 'parent_id', 'created_by', 'trashed_at', 'deleted_by']),
)

/**
 * Whether anybody but one has made something below a folder. What the owner made names nobody; they are not who is
 * asked about.
 */
export async function hasOthersBelow(
  reader: Reader,
  folder: Pick<NodeRow, 'drive_id' | 'id'>,
  actorId: string,
): Promise<boolean> {
  return (await othersBelow(reader, folder, actorId).executeTakeFirst()) !== undefined
}

/** For whoever runs it and for whoever looks at its plan. */
export function othersBelow(
  reader: Reader,
  { drive_id, id }: Pick<NodeRow, 'drive_id' | 'id'>,
  actorId: string,
) {
  return reader
    .withRecursive('below(id, created_by)', (query) =>
      query
        .selectFrom('nodes')
        .select(['nodes.id', 'nodes.created_by'])
        .where('nodes.drive_id', '=', drive_id)
        .where('nodes.parent_id', '=', id)
        .unionAll(
          query
            .selectFrom('below')
            // In this order: SQLite would rather go through all nodes of the drive at every step.
            .crossJoin('nodes')
            .select(['nodes.id', 'nodes.created_by'])
            .whereRef('nodes.parent_id', '=', 'below.id')
            .where('nodes.drive_id', '=', drive_id),
        ),
    )
    .selectFrom('below')
    .select(sql<number>`1`.as('found'))
    .where((below) =>
      below.or([below('created_by', 'is', null), below('created_by', '!=', actorId)]),
    )
    .limit(1)
}
