import type { ConflictRule } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import {
  findOpenNode,
  isInPlace,
  listAncestors,
  openTarget,
  type TargetFolder,
} from '../access/open-node.ts'
import type { DriveTransaction } from '../drives/drives.ts'
import { choosePlace } from '../nodes/put-node.ts'
import { trashNode } from '../nodes/trash-node.ts'
import { changeNode, type Node } from '../nodes/tree.ts'
import { inTurn } from '../tasks/in-turn.ts'
import type { TaskKinds } from '../tasks/task-inputs.ts'

/** Into the trash; what lies there already stays as it is. */
export const trashNodes: TaskKinds['trash'] = inTurn({
  right: 'edit',

  async work(transaction, node) {
    const { drive, writer } = transaction
    if (node.id === drive.root_id) {
      throw new ServiceError('invalid_argument', {
        description: 'the root folder cannot be moved to the trash',
      })
    }
    if (isInPlace(drive, node, await listAncestors(writer, node)))
      await trashNode(transaction, node)
  },
})

/** Back to where it was; when that is gone or lies in the trash itself, to the top. */
export const untrashNodes: TaskKinds['untrash'] = inTurn({
  right: 'edit',

  async work(transaction, node, { conflict }) {
    const { drive, writer } = transaction
    if (node.trashed_at === null) {
      if (isInPlace(drive, node, await listAncestors(writer, node))) return
      throw new ServiceError('failed_precondition', {
        description:
          'the file or folder is inside a trashed folder: restore that folder, or move it out',
      })
    }
    await untrashNode(transaction, node, conflict)
  },
})

/** For one that was thrown away itself. */
export async function untrashNode(
  transaction: DriveTransaction,
  node: Node,
  conflict: ConflictRule,
): Promise<void> {
  const { writer, recordChange } = transaction
  const into = await findOldPlace(transaction, node)
  const set = await choosePlace(transaction, node, { into, name: node.name, conflict })
  await changeNode(writer, node, set)
  const data = { name: set.name ?? node.name, to: into.folder.id }
  recordChange({ changed: node, set }, { action: 'untrash', data })
}

async function findOldPlace(
  { drive, writer }: DriveTransaction,
  node: Node,
): Promise<TargetFolder> {
  const folder = await findOpenNode(writer, drive, node.trashed_from ?? drive.root_id)
  const above = folder && (await listAncestors(writer, folder))
  return folder && isInPlace(drive, folder, above ?? [])
    ? { folder, above: above ?? [] }
    : openTarget(writer, drive, drive.root_id, 'add')
}
