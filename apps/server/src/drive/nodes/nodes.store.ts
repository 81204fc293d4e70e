import { sql } from 'kysely'
import type { Reader, Writer } from '../../db/database.ts'
import type { NodeRow } from '../../db/tables.ts'
import type { FileContent } from './new-node.ts'

/** A node with the hash of its current content; null for a folder. */
export interface Node extends NodeRow {
  hash: string | null
}

export function findNode(reader: Reader, driveId: string, id: string): Promise<Node | undefined> {
  return nodesOf(reader, driveId).where('nodes.id', '=', id).executeTakeFirst()
}

export function findChild(
  reader: Reader,
  driveId: string,
  folderId: string,
  name: string,
): Promise<Node | undefined> {
  return nodesOf(reader, driveId)
    .where('nodes.parent_id', '=', folderId)
    .where('nodes.name', '=', name)
    .executeTakeFirst()
}

export function listChildren(
  reader: Reader,
  driveId: string,
  folderId: string,
  page: { afterSortKey: string | undefined; limit: number },
): Promise<Node[]> {
  let query = nodesOf(reader, driveId).where('nodes.parent_id', '=', folderId)
  if (page.afterSortKey !== undefined) {
    query = query.where('nodes.sort_key', '>', page.afterSortKey)
  }
  return query.orderBy('nodes.sort_key').limit(page.limit).execute()
}

export interface Ancestor {
  id: string
  name: string
}

/** The way up, at most so many steps, in the order from the top down. */
export function findAncestors(
  reader: Reader,
  driveId: string,
  nodeId: string,
  maxSteps: number,
): Promise<Ancestor[]> {
  return reader
    .withRecursive('way(id, name, parent_id, steps)', (query) =>
      query
        .selectFrom('nodes')
        .select(['nodes.id', 'nodes.name', 'nodes.parent_id', sql<number>`0`.as('steps')])
        .where('nodes.drive_id', '=', driveId)
        .where('nodes.id', '=', nodeId)
        .unionAll(
          query
            .selectFrom('way')
            .innerJoin('nodes', 'nodes.id', 'way.parent_id')
            .select((node) => [
              'nodes.id',
              'nodes.name',
              'nodes.parent_id',
              node('way.steps', '+', 1).as('steps'),
            ])
            .where('nodes.drive_id', '=', driveId)
            .where('way.steps', '<', maxSteps),
        ),
    )
    .selectFrom('way')
    .select(['way.id', 'way.name'])
    .where('way.steps', '>', 0)
    .orderBy('way.steps', 'desc')
    .execute()
}

export async function insertNode(writer: Writer, row: NodeRow): Promise<void> {
  await writer.insertInto('nodes').values(row).execute()
}

export async function updateContent(
  writer: Writer,
  node: NodeRow,
  content: FileContent & Pick<NodeRow, 'touched_at'>,
): Promise<void> {
  await writer
    .updateTable('nodes')
    .set((row) => ({ ...content, revision: row('revision', '+', 1) }))
    .where('drive_id', '=', node.drive_id)
    .where('id', '=', node.id)
    .execute()
}

function nodesOf(reader: Reader, driveId: string) {
  return reader
    .selectFrom('nodes')
    .leftJoin('versions', (join) =>
      join
        .onRef('versions.drive_id', '=', 'nodes.drive_id')
        .onRef('versions.id', '=', 'nodes.version_id'),
    )
    .selectAll('nodes')
    .select('versions.hash')
    .where('nodes.drive_id', '=', driveId)
}
