import { ServiceError } from '@awan/protocol/errors'
import type { ChangeRow, TaskRow } from '../../db/tables.ts'
import type { DriveTransaction } from '../access/drives.ts'
import { findOpenNode, findTrashedFrom, requireRight } from '../access/open-node.ts'
import { listActions } from '../activity/activity.ts'
import { findOthersChanges } from '../history/others-changes.ts'
import { moveNode } from '../nodes/move-node.ts'
import { tagNode } from '../nodes/tag-node.ts'
import { trashNode } from '../nodes/trash-node.ts'
import type { Node } from '../nodes/tree.ts'
import { untrashNode } from '../nodes/untrash-node.ts'
import { updateNode } from '../nodes/update-node.ts'
import { requireTask } from './require-task.ts'
import { endTask } from './run-step.ts'
import type { ReceivingKinds, TaskInputs } from './task-inputs.ts'
import { attempt, type Failure, type TaskKind } from './task-kind.ts'
import { findTask, saveTask } from './tasks.store.ts'

type Cursor = Pick<ChangeRow, 'at' | 'seq'>

/** So many actions of the drive are looked at in a step. */
const ACTIONS_PER_STEP = 100
const SMALL_ACTIONS = 20
/** By so much the clocks of two processes may differ. */
const SKEW_MS = 60_000
/** They add files until they end. */
const RECEIVING: ReadonlySet<string> = new Set<keyof ReceivingKinds>([
  'fetch',
  'compress',
  'extract',
])
const UNDOABLE: ReadonlySet<string> = new Set([
  'trash',
  'untrash',
  'move',
  'tag',
  'rename',
  'undo',
  ...RECEIVING,
])

/**
 * Goes back through the history of the drive, where each action of a task has its id, and does the
 * opposite: the last action first, so that a node that made way for another comes back after it.
 */
export const undoTask: TaskKind<TaskInputs['undo'], Cursor> = {
  right: 'edit',

  async prepare(transaction, input) {
    const task = await requireTask(transaction.writer, transaction.drive, input.taskId)
    if (!UNDOABLE.has(task.kind)) {
      throw new ServiceError('failed_precondition', {
        description: 'a task of this kind cannot be undone',
      })
    }
    if (RECEIVING.has(task.kind) && task.ended_at === null) {
      throw new ServiceError('failed_precondition', {
        description: 'cancel the task first: what it has added until then can be undone',
      })
    }
    await stopBeforeUndo(transaction, task.id)
    return input
  },

  count: async (reader, drive, { input }) =>
    (await findTask(reader, drive.id, input.taskId))?.done ?? 0,

  async step(transaction, { id, input, cursor, isLate }) {
    const { drive, writer, now } = transaction
    const task = await findTask(writer, drive.id, input.taskId)
    if (!task) return { cursor: { at: now, seq: 0 }, done: 0, end: 'complete' }
    const before = cursor ?? { at: (task.ended_at ?? now) + SKEW_MS, seq: 0 }
    const page = { nodeId: undefined, before, limit: ACTIONS_PER_STEP }
    const changes = await listActions(writer, drive.id, page)
    const failures: Failure[] = []
    const restoredAt = changes.flatMap(({ action, seq }) => (canHoldMore(action) ? seq : []))
    const isChangedSince =
      restoredAt.length === 0
        ? undefined
        : await findOthersChanges(writer, drive, {
            after: Math.min(...restoredAt),
            exceptTasks: [task.id, id],
          })
    let done = 0
    let kept = 0
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
        // It would go into the trash with what others have put into it since.
        const isBack = change.action === 'untrash' && isStillAt(node, data)
        const isNew = change.action === 'create' && node.trashed_at === null
        if ((isBack || isNew) && isChangedSince?.(node, change.seq)) kept += 1
        else if (isNew) await trashNode(transaction, node)
        // The version before it is still there as the older one of the file.
        else if (change.action === 'write') kept += 1
        else await takeBack(transaction, node, { ...change, data })
      })
    }
    const areAll = last === changes.at(-1)
    const isLast = changes.length < ACTIONS_PER_STEP || Number(last?.at) < task.created_at - SKEW_MS
    return {
      cursor: last ? { at: last.at, seq: last.seq } : before,
      done,
      failures,
      kept,
      ...(areAll && isLast && { end: 'complete' }),
    }
  },
}

/** A task that is still at work is cancelled, and given: what it has done until then is taken back. */
export async function stopBeforeUndo(
  transaction: DriveTransaction,
  id: string,
): Promise<TaskRow | undefined> {
  const { drive, writer } = transaction
  const task = await requireTask(writer, drive, id)
  if (task.ended_at !== null) return undefined
  await saveTask(writer, await endTask(transaction, task, 'cancelled'))
  return task
}

export interface ActionData {
  task?: string
  name?: string
  was?: string
  from?: string | null
  to?: string
  /** What was added to its tags, and what was removed. */
  tagged?: readonly string[]
  untagged?: readonly string[]
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
  if (action === 'update') {
    const { tagged: remove = [], untagged: add = [] } = data
    if (node.trashed_at === null) await tagNode(transaction, node, { add, remove })
    return
  }
  if (action === 'rename') {
    const { name, was } = data
    const isAsLeft = node.trashed_at === null && node.name === name
    if (!isAsLeft || was === undefined) return
    await updateNode(transaction, node.id, { name: was, conflict: 'rename' }, undefined)
    return
  }
  if (!isStillAt(node, data)) return
  if (action === 'untrash') await trashNode(transaction, node)
  if (action === 'move' && data.from) {
    const name = node.name === data.name ? (data.was ?? node.name) : node.name
    await moveNode(transaction, node, { parentId: data.from, name, conflict: 'rename' })
  }
}

/** Others may have put something there, or changed it, since. */
function canHoldMore(action: ChangeRow['action']): boolean {
  return action === 'untrash' || action === 'create'
}

function isStillAt({ parent_id }: Node, { to }: ActionData): boolean {
  return parent_id !== null && parent_id === to
}
