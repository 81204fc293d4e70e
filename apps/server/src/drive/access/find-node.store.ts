import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import { createPreparedQuery } from '../../db/prepared-query.ts'
import type { NodeRow } from '../../db/tables.ts'
import { type Starred, starredAt, type View } from '../marks/own-marks.ts'
import { NODE_COLUMNS } from './node-columns.ts'
import { type Shared, sharedUntil } from './shared-until.ts'

export type FoundNode = NodeRow & Starred & Shared

/** Only this folder looks for a node by its id, and decides then who may see it. */
export async function findNode(
  reader: Reader,
  { id: driveId, reach: { actorId: viewer } }: View,
  id: string,
): Promise<FoundNode | undefined> {
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
      .where('drive_id', '=', driveId)
      .where('id', '=', id)
      .where('deleted_by', 'is', null),
)

/** For whoever runs it and for whoever looks at its plan. */
export function nodeByNumber(reader: Reader, driveId: string, number: number) {
  return reader
    .selectFrom('nodes')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('number', '=', number)
    .where('deleted_by', 'is', null)
}

/** All of several nodes that are there, in no order. */
export function findNodes(
  reader: Reader,
  drive: View,
  ids: readonly string[],
): Promise<FoundNode[]> {
  return nodesSeenBy(reader, drive).where('nodes.id', 'in', ids).execute()
}

function nodesSeenBy(reader: Reader, { id, reach }: View) {
  return reader
    .selectFrom('nodes')
    .selectAll('nodes')
    .select(starredAt(reach.actorId).as('starred_at'))
    .select(sharedUntil(id).as('shared_until'))
    .where('nodes.drive_id', '=', id)
    .where('nodes.deleted_by', 'is', null)
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
  return reader
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
    .selectAll()
    .execute()
}
