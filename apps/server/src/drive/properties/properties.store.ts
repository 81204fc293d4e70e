import type { Reader, Writer } from '../../db/database.ts'
import type { NodePropertyRow } from '../../db/tables.ts'

/** Those of some nodes of a drive, in the order of their names. */
export async function listProperties(
  reader: Reader,
  driveId: string,
  nodeIds: readonly string[],
): Promise<NodePropertyRow[]> {
  const found: NodePropertyRow[] = []
  for (let at = 0; at < nodeIds.length; at += IDS_AT_ONCE) {
    const some = await reader
      .selectFrom('node_properties')
      .selectAll()
      .where('drive_id', '=', driveId)
      .where('node_id', 'in', nodeIds.slice(at, at + IDS_AT_ONCE))
      .orderBy('namespace')
      .orderBy('name')
      .execute()
    found.push(...some)
  }
  return found
}

const IDS_AT_ONCE = 500

/** The nodes of some that have any. */
export async function listAnnotated(
  reader: Reader,
  driveId: string,
  nodeIds: readonly string[],
): Promise<string[]> {
  const found: string[] = []
  for (let at = 0; at < nodeIds.length; at += IDS_AT_ONCE) {
    const some = await reader
      .selectFrom('node_properties')
      .select('node_id')
      .distinct()
      .where('drive_id', '=', driveId)
      .where('node_id', 'in', nodeIds.slice(at, at + IDS_AT_ONCE))
      .execute()
    found.push(...some.map(({ node_id }) => node_id))
  }
  return found
}

/** How many a node has and how long they are together, without reading them. */
export async function measureProperties(
  reader: Reader,
  driveId: string,
  nodeId: string,
): Promise<{ count: number; length: number }> {
  const { count, length } = await reader
    .selectFrom('node_properties')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number | null>(fn<number>('length', ['xml'])).as('length'),
    ])
    .where('drive_id', '=', driveId)
    .where('node_id', '=', nodeId)
    .executeTakeFirstOrThrow()
  return { count: Number(count), length: Number(length ?? 0) }
}

export async function saveProperty(writer: Writer, row: NodePropertyRow): Promise<void> {
  await writer
    .insertInto('node_properties')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['drive_id', 'node_id', 'namespace', 'name']).doUpdateSet({ xml: row.xml }),
    )
    .execute()
}

export async function deleteProperty(
  writer: Writer,
  { drive_id, node_id, namespace, name }: Omit<NodePropertyRow, 'xml'>,
): Promise<void> {
  await writer
    .deleteFrom('node_properties')
    .where('drive_id', '=', drive_id)
    .where('node_id', '=', node_id)
    .where('namespace', '=', namespace)
    .where('name', '=', name)
    .execute()
}

export async function insertProperties(
  writer: Writer,
  rows: readonly NodePropertyRow[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += IDS_AT_ONCE) {
    await writer
      .insertInto('node_properties')
      .values(rows.slice(at, at + IDS_AT_ONCE))
      .execute()
  }
}

/** All of nodes that go for good. */
export async function deleteProperties(
  writer: Writer,
  driveId: string,
  nodeIds: readonly string[],
): Promise<void> {
  if (nodeIds.length === 0) return
  await writer
    .deleteFrom('node_properties')
    .where('drive_id', '=', driveId)
    .where('node_id', 'in', nodeIds)
    .execute()
}
