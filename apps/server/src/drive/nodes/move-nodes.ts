import { ServiceError } from '@awan/protocol/errors'
import { inTurn } from '../tasks/in-turn.ts'
import type { TaskKinds } from '../tasks/task-inputs.ts'
import { choosePlace } from './put-node.ts'
import { changeNode, requireOpenFolder } from './tree.ts'

/** Some nodes into one folder; also out of the trash. */
export const moveNodes: TaskKinds['move'] = inTurn({
  async prepare({ drive, writer }, input) {
    const { folder } = await requireOpenFolder(writer, drive, input.parentId)
    return { ...input, parentId: folder.id }
  },

  async work(transaction, node, { parentId, conflict }) {
    const { drive, writer, recordChange } = transaction
    if (node.id === drive.root_id) {
      throw new ServiceError('invalid_argument', { description: 'the top folder stays' })
    }
    if (node.parent_id === parentId) return
    const into = await requireOpenFolder(writer, drive, parentId)
    const set = await choosePlace(transaction, node, { into, name: node.name, conflict })
    await changeNode(writer, node, set)
    const from = node.parent_id ?? node.trashed_from
    const data = { name: set.name ?? node.name, from, to: parentId }
    recordChange(node.id, 'updated', { action: 'move', data })
  },
})
