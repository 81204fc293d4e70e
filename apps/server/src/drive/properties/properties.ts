import type { Reader, Writer } from '../../db/database.ts'
import type { NodePropertyRow, NodeRow } from '../../db/tables.ts'
import { chargeQuota, freeQuota } from '../quota/quota.ts'
import {
  deletePropertiesOf,
  deleteProperty,
  insertProperties,
  listAnnotated,
  listProperties,
  measureProperties,
  saveProperty,
} from './properties.store.ts'

export { sumProperties } from './properties.store.ts'

/** What a client wants to be written down about a node, or no more. */
export type PropertyChange = Pick<NodePropertyRow, 'namespace' | 'name'> & {
  /** The whole element; undefined removes it. */
  xml: string | undefined
}

/** The properties of so many nodes are in memory at a time: with 64 KB of each, these are 3.2 MB. */
export const NODES_AT_ONCE = 50

/** Which of some nodes have any, without reading what they are. */
export async function withProperties(
  reader: Reader,
  driveId: string,
  nodeIds: readonly string[],
): Promise<Set<string>> {
  return new Set(await listAnnotated(reader, driveId, nodeIds))
}

/** Of a few nodes, by their ids. A node without any is not there. */
export async function propertiesOf(
  reader: Reader,
  driveId: string,
  nodeIds: readonly string[],
): Promise<Map<string, NodePropertyRow[]>> {
  return Map.groupBy(await listProperties(reader, driveId, nodeIds), ({ node_id }) => node_id)
}

/** They take room of the quota, as files do. Gives how many the node has then, and how many characters these have. */
export async function changeProperties(
  writer: Writer,
  { drive_id, id }: Pick<NodeRow, 'drive_id' | 'id'>,
  changes: readonly PropertyChange[],
): Promise<{ count: number; length: number }> {
  const before = await measureProperties(writer, drive_id, id)
  for (const { namespace, name, xml } of changes) {
    const key = { drive_id, node_id: id, namespace, name }
    if (xml === undefined) await deleteProperty(writer, key)
    else await saveProperty(writer, { ...key, xml })
  }
  const { bytes, ...after } = await measureProperties(writer, drive_id, id)
  if (bytes > before.bytes) await chargeQuota(writer, drive_id, bytes - before.bytes)
  else await freeQuota(writer, drive_id, before.bytes - bytes)
  return after
}

/** All of nodes that go for good, with their room. */
export async function deleteProperties(
  writer: Writer,
  driveId: string,
  nodeIds: readonly string[],
): Promise<void> {
  await freeQuota(writer, driveId, await deletePropertiesOf(writer, driveId, nodeIds))
}

/** A copy has what its source has, at the moment of the copy. Its room is taken before, by `sumProperties`. */
export async function copyProperties(
  writer: Writer,
  copies: readonly {
    source: Pick<NodeRow, 'drive_id' | 'id'>
    row: Pick<NodeRow, 'drive_id' | 'id'>
  }[],
): Promise<void> {
  for (const [driveId, some] of Map.groupBy(copies, ({ source }) => source.drive_id)) {
    const ids = some.map(({ source }) => source.id)
    const annotated = await withProperties(writer, driveId, ids)
    const wanted = some.filter(({ source }) => annotated.has(source.id))
    for (let at = 0; at < wanted.length; at += NODES_AT_ONCE) {
      const few = wanted.slice(at, at + NODES_AT_ONCE)
      const known = await propertiesOf(
        writer,
        driveId,
        few.map(({ source }) => source.id),
      )
      await insertProperties(
        writer,
        few.flatMap(({ source, row }) =>
          (known.get(source.id) ?? []).map((property) => ({
            ...property,
            drive_id: row.drive_id,
            node_id: row.id,
          })),
        ),
      )
    }
  }
}
