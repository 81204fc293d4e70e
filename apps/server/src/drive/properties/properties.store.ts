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

/** How many a node has and how long they are together, in characters and in bytes, without reading them. */
export async function measureProperties(
  reader: Reader,
  driveId: string,
  nodeId: string,
): Promise<{ count: number; length: number; bytes: number }> {
  const { count, length, bytes } = await reader
    .selectFrom('node_properties')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number | null>(fn<number>('length', ['xml'])).as('length'),
      fn.sum<number | null>(fn<number>('octet_length', ['xml'])).as('bytes'),
    ])
    .where('drive_id', '=', driveId)
    .where('node_id', '=', nodeId)
    .executeTakeFirstOrThrow()
  return { count: Number(count), length: Number(length ?? 0), bytes: Number(bytes ?? 0) }
}

/** How many bytes those of some nodes have, or those of all nodes of the drive. */
export async function sumProperties(
  reader: Reader,
  driveId: string,
  nodeIds?: readonly string[],
): Promise<number> {
  const all = reader
    .selectFrom('node_properties')
    .select(({ fn }) => fn.sum<number | null>(fn<number>('octet_length', ['xml'])).as('bytes'))
    .where('drive_id', '=', driveId)
  if (!nodeIds) return Number((await all.executeTakeFirstOrThrow()).bytes ?? 0)
  let sum = 0
  for (let at = 0; at < nodeIds.length; at += IDS_AT_ONCE) {
    const some = all.where('node_id', 'in', nodeIds.slice(at, at + IDS_AT_ONCE))
    sum += Number((await some.executeTakeFirstOrThrow()).bytes ?? 0)
  }
  return sum
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

/** All of nodes that go for good; gives how many bytes they had. */
export async function deletePropertiesOf(
  writer: Writer,
  driveId: string,
  nodeIds: readonly string[],
): Promise<number> {
  if (nodeIds.length === 0) return 0
  const deleted = await writer
    .deleteFrom('node_properties')
    .where('drive_id', '=', driveId)
    .where('node_id', 'in', nodeIds)
    .returning(({ fn }) => fn<number>('octet_length', ['xml']).as('bytes'))
    .execute()
  return deleted.reduce((sum, { bytes }) => sum + Number(bytes), 0)
}
