import type { ChangeRow, NodeRow } from '../../db/tables.ts'

/** What the history of a drive remembers of a node, besides its id. */
export type TreeState = Pick<
  NodeRow,
  'parent_id' | 'name' | 'version_id' | 'size' | 'modified_at' | 'trashed_at' | 'trashed_from'
>

type TreeNode = Pick<NodeRow, 'id'> & TreeState

/** What happened to one node. A change needs the node as it was, so that no caller can forget it. */
export type NodeEvent =
  | { created: TreeNode }
  | { changed: TreeNode; set: Partial<TreeState> }
  | { deleted: TreeNode }
  /** Who reaches it changed. The node itself did not, so that no lock is in the way of it. */
  | { shared: TreeNode }
  /** A lock on it began or ended: pages show that, and everything else is as it was. */
  | { locked: Pick<TreeNode, 'id'> }
  /** The person changed a mark of their own: nobody else is told. */
  | { marked: TreeNode }
  /** What this person may do with it changed, or whether they see it at all: nobody else is told. */
  | { granted: TreeNode; sub: string }

export function nodeOf(event: NodeEvent): Pick<TreeNode, 'id'> {
  if ('created' in event) return event.created
  if ('marked' in event) return event.marked
  if ('granted' in event) return event.granted
  if ('shared' in event) return event.shared
  if ('locked' in event) return event.locked
  return 'changed' in event ? event.changed : event.deleted
}

export function typeOf(event: NodeEvent): ChangeRow['type'] {
  if ('created' in event) return 'created'
  if ('locked' in event) return 'locked'
  return 'deleted' in event ? 'deleted' : 'updated'
}

/** The only person who is told of it; null where everybody is who sees the node. */
export function readerOf(event: NodeEvent, actorId: string): string | null {
  if ('granted' in event) return event.sub
  return 'marked' in event ? actorId : null
}

type OldState = Pick<
  ChangeRow,
  | 'old_parent_id'
  | 'old_name'
  | 'old_version_id'
  | 'old_size'
  | 'old_modified_at'
  | 'old_trashed_at'
>

/** What it is after the change is never written: the next change of the node says it, or the node. */
export function oldState(event: NodeEvent): OldState {
  if ('changed' in event && leavesTreeAlone(event.changed, event.set)) return NOTHING
  const node = 'changed' in event ? event.changed : 'deleted' in event ? event.deleted : undefined
  if (!node) return NOTHING
  return {
    old_parent_id: node.parent_id ?? node.trashed_from,
    old_name: node.name,
    old_version_id: node.version_id,
    old_size: node.size,
    old_modified_at: node.modified_at,
    old_trashed_at: node.trashed_at,
  }
}

const NOTHING: OldState = {
  old_parent_id: null,
  old_name: null,
  old_version_id: null,
  old_size: null,
  old_modified_at: null,
  old_trashed_at: null,
}

const COLUMNS = Object.keys({
  parent_id: true,
  name: true,
  version_id: true,
  size: true,
  modified_at: true,
  trashed_at: true,
  trashed_from: true,
} satisfies Record<keyof TreeState, true>) as (keyof TreeState)[]

function leavesTreeAlone(node: TreeState, set: Partial<TreeState>): boolean {
  return COLUMNS.every((column) => set[column] === undefined || set[column] === node[column])
}
