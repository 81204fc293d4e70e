import { starNode } from '../nodes/star-node.ts'
import { inTurn } from './in-turn.ts'
import type { TaskKinds } from './task-inputs.ts'

export const starNodes: TaskKinds['star'] = inTurn({
  right: 'view',

  async work(transaction, node, { isStarred }) {
    await starNode(transaction, node, isStarred)
  },
})
