import type { VersionRow } from '../../db/tables.ts'
import type { DriveTransaction } from '../access/drives.ts'
import { findVersion } from '../contents/contents.ts'
import type { Node } from '../nodes/nodes.ts'

/** Who writes for longer gets another version. */
export const WRITING_MS = 10 * 60_000

/**
 * The version that a save goes on with: a person who writes saves every few seconds, and one version for each would
 * bury all others. It is the current one, of the same person, recent, and nobody has given it a name.
 */
export async function findWriting(
  { drive, writer, now, actorId }: DriveTransaction,
  node: Node | undefined,
): Promise<VersionRow | undefined> {
  const id = node?.version_id ?? undefined
  const version = id === undefined ? undefined : await findVersion(writer, drive.id, id)
  const isOpen =
    version?.created_by === actorId &&
    version.name === null &&
    now - version.created_at < WRITING_MS
  return isOpen ? version : undefined
}
