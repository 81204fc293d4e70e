import { ServiceError } from '@awan/protocol/errors'
import { openTarget } from '../access/open-node.ts'
import { moveNode } from '../nodes/move-node.ts'
import { inTurn } from './in-turn.ts'
import type { TaskKinds } from './task-inputs.ts'

/** Some nodes into one folder; also out of the trash. */
export const moveNodes: TaskKinds['move'] = inTurn({
  right: 'edit',

  async prepare({ drive, writer }, input) {
    const { folder } = await openTarget(writer, drive, input.parentId, 'add')
    return { ...input, parentId: folder.id }
  },

  async work(transaction, node, { parentId, conflict }) {
    if (node.id === transaction.drive.root_id) {
      throw new ServiceError('invalid_argument', { description: 'the root folder cannot be moved' })
    }
    if (node.parent_id !== parentId) await moveNode(transaction, node, { parentId, conflict })
  },
})
