import { ServiceError } from '@awan/protocol/errors'
import { isInPlace, listAncestors } from '../access/open-node.ts'
import { trashNode } from '../nodes/trash-node.ts'
import { untrashNode } from '../nodes/untrash-node.ts'
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
