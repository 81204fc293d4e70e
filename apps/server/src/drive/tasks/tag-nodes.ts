import { tagNode } from '../nodes/tag-node.ts'
import { toTags } from '../nodes/tags.ts'
import { inTurn } from './in-turn.ts'
import type { TaskInputs, TaskKinds } from './task-inputs.ts'

export const tagNodes: TaskKinds['tag'] = inTurn<TaskInputs['tag']>({
  right: 'edit',
  prepare: async (_, input) => ({
    ...input,
    add: toTags(input.add),
    remove: toTags(input.remove),
  }),
  work: tagNode,
})
