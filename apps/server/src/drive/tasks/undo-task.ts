import { ServiceError } from '@awan/protocol/errors'
import type { ChangeRow } from '../../db/tables.ts'
import type { DriveTransaction } from '../access/drives.ts'
import { findOpenNode, findTrashedFrom, requireRight } from '../access/open-node.ts'
import { listActions } from '../activity/activity.ts'
import { moveNode } from '../nodes/move-node.ts'
import { trashNode } from '../nodes/trash-node.ts'
import type { Node } from '../nodes/tree.ts'
import { untrashNode } from '../nodes/untrash-node.ts'
import { requireTask } from './require-task.ts'
import { endTask } from './run-step.ts'
import type { TaskInputs } from './task-inputs.ts'
import { attempt, type Failure, type TaskKind } from './task-kind.ts'
import { findTask, saveTask } from './tasks.store.ts'

type Cursor = Pick<ChangeRow, 'at' | 'seq'>

/** So many actions of the drive are looked at in a step. */
const ACTIONS_PER_STEP = 100
const SMALL_ACTIONS = 20
/** By so much the clocks of two processes may differ. */
const SKEW_MS = 60_000
const UNDOABLE: ReadonlySet<string> = new Set(['trash', 'untrash', 'move', 'undo'])

/**
 * Goes back through the history of the drive, where each action of a task has its id, and does the
 * opposite: the last action first, so that a node that made way for another comes back after it.
 */
export const undoTask: TaskKind<TaskInputs['undo'], Cursor> = {
  right: 'edit',

  async prepare(transaction, input) {
    const { drive, writer } = transaction
    const task = await requireTask(writer, drive, input.taskId)
    if (!UNDOABLE.has(task.kind)) {
      throw new ServiceError('failed_precondition', {
        description: 'a task of this kind cannot be undone',
      })
    }
    if (task.ended_at === null) {
      await saveTask(writer, await endTask(transaction, task, 'cancelled'))
    }
    return input
  },

  count: async (reader, drive, { input }) =>
    (await findTask(reader, drive.id, input.taskId))?.done ?? 0,

  async step(transaction, { input, cursor, isLate }) {
    const { drive, writer, now } = transaction
    const task = await findTask(writer, drive.id, input.taskId)
    if (!task) return { cursor: { at: now, seq: 0 }, done: 0, end: 'complete' }
    const before = cursor ?? { at: (task.ended_at ?? now) + SKEW_MS, seq: 0 }
    const page = { nodeId: undefined, before, limit: ACTIONS_PER_STEP }
    const changes = await listActions(writer, drive.id, page)
    const failures: Failure[] = []
    let done = 0
    let last: ChangeRow | undefined
    for (const change of changes) {
      if (done >= SMALL_ACTIONS && isLate()) break
      last = change
      const data = readAction(change)
      if (data.task !== task.id) continue
      done += 1
      const node =
        (await findOpenNode(writer, drive, change.node_id)) ??
        (await findTrashedFrom(writer, drive, change.node_id))
      if (!node) continue
      await attempt(node, failures, async () => {
        requireRight(node, 'edit')
        await takeBack(transaction, node, { ...change, data })
      })
    }
    const areAll = last === changes.at(-1)
    const isLast = changes.length < ACTIONS_PER_STEP || Number(last?.at) < task.created_at - SKEW_MS
    return {
      cursor: last ? { at: last.at, seq: last.seq } : before,
      done,
      failures,
      ...(areAll && isLast && { end: 'complete' }),
    }
  },
}

export interface ActionData {
  task?: string
  name?: string
  was?: string
  from?: string | null
  to?: string
  /** Where it came from, in another drive. */
  origin?: { drive_id: string; id: string }
}

export function readAction({ data }: ChangeRow): ActionData {
  return data === null ? {} : (JSON.parse(data) as ActionData)
}

/** Only where it still is as the task has left it. */
export async function takeBack(
  transaction: DriveTransaction,
  node: Node,
  { action, at, data }: Pick<ChangeRow, 'action' | 'at'> & { data: ActionData },
): Promise<void> {
  if (action === 'trash') {
    if (node.trashed_at === at) await untrashNode(transaction, node, 'rename')
    return
  }
  if (node.parent_id === null || node.parent_id !== data.to) return
  if (action === 'untrash') await trashNode(transaction, node)
  if (action === 'move' && data.from) {
    const name = node.name === data.name ? (data.was ?? node.name) : node.name
    await moveNode(transaction, node, { parentId: data.from, name, conflict: 'rename' })
  }
}
