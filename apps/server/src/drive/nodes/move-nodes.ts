import type { ConflictRule } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import { openTarget } from '../access/open-node.ts'
import type { DriveTransaction } from '../drives/drives.ts'
import { inTurn } from '../tasks/in-turn.ts'
import type { TaskKinds } from '../tasks/task-inputs.ts'
import { choosePlace } from './put-node.ts'
import { changeNode, type Node } from './tree.ts'

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

export async function moveNode(
  transaction: DriveTransaction,
  node: Node,
  { parentId, name = node.name, conflict }: Wanted,
): Promise<void> {
  const { drive, writer, recordChange } = transaction
  const into = await openTarget(writer, drive, parentId, 'add')
  const set = await choosePlace(transaction, node, { into, name, conflict })
  await changeNode(writer, node, set)
  const from = node.parent_id ?? node.trashed_from
  const was = set.name === undefined ? {} : { was: node.name }
  const data = { name: set.name ?? node.name, ...was, from, to: parentId }
  recordChange({ changed: node, set }, { action: 'move', data })
}

interface Wanted {
  parentId: string
  /** Its own unless told. */
  name?: string | undefined
  conflict: ConflictRule
}
