import type { Reader } from '../../db/database.ts'
import type { GoneNodeRow, NodeRow } from '../../db/tables.ts'
import {
  changedIds,
  type FirstChange,
  findFirstChanges,
  findGone,
  findPresent,
  goneIds,
  type IdPage,
  type PresentNode,
  presentIds,
} from './history.store.ts'

/** A node as it was. Whether a way led to it then, only all of the folders together say. */
export interface PastNode extends PresentNode {
  kind: NodeRow['kind']
}

const PAGE = 500

/**
 * The nodes of a moment, in the order of their ids. What a node was at a number is said by the first
 * change after it, which knows what was before; a node without such a change is what it is today. So
 * every page stands for itself: what changes between two of them alters neither.
 */
export async function* pastNodes(
  reader: Reader,
  driveId: string,
  seq: number,
): AsyncIterable<PastNode> {
  for (let afterId = ''; ; ) {
    const ids = await nextIds(reader, driveId, { seq, afterId, limit: PAGE })
    const last = ids.at(-1)
    if (last === undefined) return
    yield* await findPastNodes(reader, driveId, { seq, ids })
    if (ids.length < PAGE) return
    afterId = last
  }
}

/** Those of some nodes that were there at a number, by their ids. */
export async function findPastNodes(
  reader: Reader,
  driveId: string,
  { seq, ids }: { seq: number; ids: readonly string[] },
): Promise<PastNode[]> {
  const present = new Map<string, PresentNode>()
  for (const node of await findPresent(reader, driveId, ids)) present.set(node.id, node)
  const changes = new Map<string, FirstChange>()
  for (const change of await findFirstChanges(reader, driveId, { seq, ids })) {
    changes.set(change.node_id, change)
  }
  const gone = new Map<string, GoneNodeRow>()
  for (const node of await findGone(reader, driveId, { seq, ids })) {
    // A call that is repeated with its key may make a node again that was removed.
    if (node.seq < (gone.get(node.id)?.seq ?? Number.POSITIVE_INFINITY)) gone.set(node.id, node)
  }
  return ids.flatMap((id) => {
    const change = changes.get(id)
    const removal = gone.get(id)
    const node =
      removal && removal.seq < (change?.seq ?? Number.POSITIVE_INFINITY)
        ? fromGone(removal)
        : change
          ? beforeChange(change)
          : present.get(id)
    return node ? [{ ...node, kind: node.version_id === null ? 'folder' : 'file' } as const] : []
  })
}

async function nextIds(reader: Reader, driveId: string, page: IdPage): Promise<string[]> {
  const lists = [
    await presentIds(reader, driveId, page).execute(),
    await changedIds(reader, driveId, page).execute(),
    await goneIds(reader, driveId, page).execute(),
  ]
  const ids = new Set(lists.flat().map(({ id }) => id))
  return [...ids].sort(byBytes).slice(0, page.limit)
}

/** As both databases sort ids, which are ASCII. */
function byBytes(a: string, b: string): number {
  return a < b ? -1 : 1
}

function fromGone(row: GoneNodeRow): PresentNode {
  const { id, parent_id, name, version_id, size, modified_at } = row
  return {
    id,
    parent_id,
    name,
    version_id,
    size,
    modified_at,
    trashed_at: null,
    trashed_from: null,
  }
}

function beforeChange(change: FirstChange): PresentNode | undefined {
  if (change.old_name === null) return undefined
  const isTrashed = change.old_trashed_at !== null
  return {
    id: change.node_id,
    parent_id: isTrashed ? null : change.old_parent_id,
    name: change.old_name,
    version_id: change.old_version_id,
    size: change.old_size ?? 0,
    modified_at: change.old_modified_at ?? 0,
    trashed_at: change.old_trashed_at,
    trashed_from: isTrashed ? change.old_parent_id : null,
  }
}
