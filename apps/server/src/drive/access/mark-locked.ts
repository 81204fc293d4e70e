import type { Reader } from '../../db/database.ts'
import type { NodeRow } from '../../db/tables.ts'
import type { Lockable } from './lockable.ts'
import type { OpenDrive } from './reach.ts'

/** For lists that people look at. A drive without locks costs nothing. */
export async function markLocked(
  reader: Reader,
  { locks }: Pick<OpenDrive, 'locks'>,
  nodes: readonly (Pick<NodeRow, 'id'> & Lockable)[],
): Promise<void> {
  if (!locks || nodes.length === 0) return
  const held = await locks.among(
    reader,
    nodes.map(({ id }) => id),
  )
  for (const node of nodes) if (held.has(node.id)) node.is_locked = true
}
