import { inTurn } from '../tasks/in-turn.ts'
import type { TaskKinds } from '../tasks/task-inputs.ts'
import { starNode } from './star-node.ts'

export const starNodes: TaskKinds['star'] = inTurn({
  right: 'view',

  async work(transaction, node, { isStarred }) {
    await starNode(transaction, node, isStarred)
  },
})
