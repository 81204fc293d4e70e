import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { Access } from '../access/access.ts'
import type { Drives, DriveTransaction } from '../access/drives.ts'
import {
  findOpenNode,
  isInPlace,
  listAncestors,
  type OpenNode,
  requireRight,
} from '../access/open-node.ts'
import { subtreeSeqs, writeFolderSeqs } from '../history/folder-seqs.ts'
import { trashNode } from '../nodes/trash-node.ts'
import { isAtWork } from '../tasks/require-task.ts'
import { signedBy } from '../tasks/run-step.ts'
import { attempt, type Failure } from '../tasks/task-kind.ts'

/** One that was copied: a file as it was then. */
export interface MovedTop {
  id: string
  revision?: number | undefined
}

/** Which were dealt with, and what stays after all. */
export interface Moved {
  ids: readonly string[]
  failures: Failure[]
}

/** A task of the drive that things go into. */
interface MovingTask {
  driveId: string
  id: string
}

/**
 * Throws away what is in another drive now. Done twice, it finds the trash full: what lies there, or is gone for
 * good, needs nothing more.
 */
export async function trashMoved(
  { db, drives }: { db: Database; drives: Drives },
  access: Access,
  { task, tops, seq }: { task: MovingTask; tops: readonly MovedTop[]; seq: number },
): Promise<Moved> {
  const ids = tops.map(({ id }) => id)
  if (ids.length === 0) return { ids, failures: [] }
  // Otherwise the transaction would have to count all changes since the folders were last counted.
  while (await writeFolderSeqs(db, access.driveId));
  return drives.transact(access, async (transaction) => {
    const own = signedBy(task, transaction)
    const failures: Failure[] = []
    // Under the lock of this drive: an undo puts things back under the same lock, after the task has ended.
    if (!(await isAtWork(own.writer, task))) return { ids, failures }
    for (const { id, revision } of tops) {
      const node = await findOpenNode(own.writer, own.drive, id)
      if (!node || !isInPlace(own.drive, node, await listAncestors(own.writer, node))) continue
      await attempt(node, failures, async () => {
        requireRight(node, 'edit')
        const folders = node.parent_id === null ? [] : [node.parent_id]
        await own.drive.locks?.require(own.writer, { nodes: [id], folders, trees: [id] })
        await requireUnchanged(own, node, { revision, seq })
        await trashNode(own, node)
      })
    }
    return { ids, failures }
  })
}

/** Whatever somebody has added or changed meanwhile may not be in the copy. */
async function requireUnchanged(
  { writer, drive }: DriveTransaction,
  node: OpenNode,
  { revision, seq }: { revision: number | undefined; seq: number },
): Promise<void> {
  const isChanged =
    node.kind === 'folder'
      ? ((await subtreeSeqs(writer, drive, [node.id])).get(node.id) ?? 0) > seq
      : node.revision !== revision
  if (!isChanged) return
  throw new ServiceError('aborted', {
    description: 'it was changed while it was moved: a copy was made, and the original was kept',
  })
}
