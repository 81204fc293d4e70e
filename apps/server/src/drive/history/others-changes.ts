import type { Reader } from '../../db/database.ts'
import type { DriveRow, NodeRow } from '../../db/tables.ts'
import { touchesOfOthers } from './folder-seqs.store.ts'
import { raisedBy } from './folder-seqs.ts'

/** Whether a node, or anything below it, was changed after this number. */
export type IsChangedSince = (node: Pick<NodeRow, 'id' | 'kind'>, seq: number) => boolean

/** So many changes are looked at; after more of them, everything counts as changed. */
const MAX_CHANGES = 2_000

/** What was changed by anything but these tasks. */
export async function findOthersChanges(
  reader: Reader,
  { id: driveId }: Pick<DriveRow, 'id'>,
  { after, exceptTasks }: { after: number; exceptTasks: readonly string[] },
): Promise<IsChangedSince> {
  const page = { after, exceptTasks, limit: MAX_CHANGES }
  const touches = await touchesOfOthers(reader, driveId, page).execute()
  if (touches.length === MAX_CHANGES) return () => true
  const folders = await raisedBy(reader, driveId, touches)
  const nodes = new Map(touches.map(({ node_id, seq }) => [node_id, seq]))
  return ({ id }, seq) => Math.max(nodes.get(id) ?? 0, folders.get(id) ?? 0) > seq
}
