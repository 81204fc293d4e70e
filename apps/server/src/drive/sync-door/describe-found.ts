import type { Reader } from '../../db/database.ts'
import type { OpenNode } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { NODES_AT_ONCE, propertiesOf } from '../properties/properties.ts'
import { describe, type Question } from '../webdav/describe.ts'
import { type DoorDrive, toDoorNames } from '../webdav/door-drives.ts'
import type { Resource } from '../webdav/live-properties.ts'
import { needsOf } from '../webdav/property-request.ts'

/** A node of a drive, with its path in the door. */
export interface FoundNode {
  node: OpenNode
  names: readonly string[]
}

/** Nothing where it has no path in the door. */
export function toFound(
  door: DoorDrive,
  node: OpenNode,
  above: readonly { id: string; name: string }[],
): FoundNode[] {
  const names = toDoorNames(door, node, above)
  return names ? [{ node, names }] : []
}

/** Nodes of one drive in their order, wherever in it they are, a few of them at a time. */
export async function* describeFound(
  question: Question,
  found: readonly FoundNode[],
): AsyncGenerator<Resource[]> {
  const { parts, place, asked } = question
  if (needsOf(asked).has('etag')) await parts.folderSeqs.of(place.access, [])
  for (let at = 0; at < found.length; at += NODES_AT_ONCE) {
    const some = found.slice(at, at + NODES_AT_ONCE)
    yield await parts.drives.read(place.access, (reader, drive) =>
      describeFew(reader, drive, some, question),
    )
  }
}

async function describeFew(
  reader: Reader,
  drive: OpenDrive,
  found: readonly FoundNode[],
  question: Question,
): Promise<Resource[]> {
  // What locks a folder is looked up once for all that is in it.
  const isByFolder = needsOf(question.asked).has('locks')
  const groups = Map.groupBy(found, ({ node }) => (isByFolder ? node.parent_id : null))
  const resources = new Map<FoundNode, Resource>()
  for (const [, some] of groups) {
    const names = new Map(some.map((one) => [one.node.id, one.names]))
    const nodes = some.map(({ node }) => node)
    const nameOf = ({ id }: OpenNode) => names.get(id) ?? []
    const { annotated, toResource } = await describe(reader, drive, { nodes, nameOf }, question)
    const dead = await propertiesOf(reader, drive.id, [...annotated])
    for (const one of some) resources.set(one, toResource(one.node, dead.get(one.node.id)))
  }
  return found.flatMap((one) => resources.get(one) ?? [])
}
