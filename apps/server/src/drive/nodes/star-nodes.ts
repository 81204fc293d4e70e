import { inTurn } from '../tasks/in-turn.ts'
import type { TaskKinds } from '../tasks/task-inputs.ts'
import { updateNode } from './update-node.ts'

export const starNodes: TaskKinds['star'] = inTurn({
  right: 'edit',

  async work(transaction, node, { isStarred }) {
    await updateNode(transaction, node.id, { isStarred, conflict: 'fail' }, undefined)
  },
})
