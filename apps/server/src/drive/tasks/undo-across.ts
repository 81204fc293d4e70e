import { ServiceError } from '@awan/protocol/errors'
import type { ChangeRow } from '../../db/tables.ts'
import { accessOfActor } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import { findOpenNode, findTrashedFrom, requireRight } from '../access/open-node.ts'
import { listActions } from '../activity/activity.ts'
import { trashNode } from '../nodes/trash-node.ts'
import { untrashNode } from '../nodes/untrash-node.ts'
import { requireTask } from './require-task.ts'
import { endTask, signedBy } from './run-step.ts'
import type { TaskInputs } from './task-inputs.ts'
import { attempt, type Failure, type TaskKind, type TaskState } from './task-kind.ts'
import { saveTask } from './tasks.store.ts'
import { type ActionData, readAction, takeBack } from './undo-task.ts'

type Cursor = Pick<ChangeRow, 'at' | 'seq'>
type Action = Omit<ChangeRow, 'data'> & { data: ActionData }

interface Gathered {
  /** Of the task, the last one first. */
  actions: Action[]
  /** The nodes here whose originals are back in their place. */
  restored: ReadonlySet<string>
  failures: Failure[]
  cursor: Cursor
  isLast: boolean
}

/** So many actions of the drive are looked at in a step. */
const ACTIONS_PER_STEP = 100
/** By so much the clocks of two processes may differ. */
const SKEW_MS = 60_000

/**
 * Takes a move from another drive back: first the originals come out of the trash there, then the copies go into the
 * trash here, and what made way for them comes back.
 */
export function undoAcross({
  drives,
}: {
  drives: Drives
}): TaskKind<TaskInputs['undo_across'], Cursor, Gathered> {
  return {
    right: 'edit',

    async prepare(transaction, input) {
      const { drive, writer } = transaction
      const task = await requireTask(writer, drive, input.taskId)
      if (task.ended_at === null) {
        await saveTask(writer, await endTask(transaction, task, 'cancelled'))
      }
      return input
    },

    async gather(driveId, task) {
      const access = accessOfActor(driveId, task.actorId, 'edit')
      const found = await drives.read(access, async (reader, drive) => {
        const moved = await requireTask(reader, drive, task.input.taskId)
        const before = task.cursor ?? { at: (moved.ended_at ?? task.createdAt) + SKEW_MS, seq: 0 }
        const page = { nodeId: undefined, before, limit: ACTIONS_PER_STEP }
        const changes = await listActions(reader, drive.id, page)
        const last = changes.at(-1)
        const actions = changes
          .map((change) => ({ ...change, data: readAction(change) }))
          .filter(({ data }) => data.task === moved.id)
        // Only what is still where the task has put it.
        const left = new Set<string>()
        for (const { action, node_id, data } of actions) {
          if (action !== 'move' || !data.origin) continue
          const node = await findOpenNode(reader, drive, node_id)
          if (node && node.parent_id === data.to) left.add(node_id)
        }
        return {
          actions: actions.filter(({ action, node_id }) => action !== 'move' || left.has(node_id)),
          cursor: last ? { at: last.at, seq: last.seq } : before,
          isLast:
            changes.length < ACTIONS_PER_STEP || Number(last?.at) < moved.created_at - SKEW_MS,
        }
      })
      return { ...found, ...(await restore(task, found.actions)) }
    },

    async step(transaction, { id }, gathered) {
      if (!gathered) throw new Error('a step across drives was not prepared')
      const { drive, writer } = transaction
      const { actions, restored, cursor, isLast } = gathered
      const failures = [...gathered.failures]
      for (const change of actions) {
        const node =
          (await findOpenNode(writer, drive, change.node_id)) ??
          (await findTrashedFrom(writer, drive, change.node_id))
        if (!node) continue
        await attempt(node, failures, async () => {
          requireRight(node, 'edit')
          if (change.action !== 'move') return takeBack(transaction, node, change)
          if (restored.has(node.id) && node.parent_id === change.data.to) {
            await trashNode(signedBy({ id }, transaction), node)
          }
        })
      }
      return { cursor, done: actions.length, failures, ...(isLast && { end: 'complete' }) }
    },
  }

  /** Of one that is back already, or never went, nothing more is needed. */
  async function restore(
    task: TaskState<unknown, unknown>,
    actions: readonly Action[],
  ): Promise<Pick<Gathered, 'restored' | 'failures'>> {
    const restored = new Set<string>()
    const failures: Failure[] = []
    const byDrive = Map.groupBy(
      actions.filter(({ data }) => data.origin),
      ({ data }) => data.origin?.drive_id ?? '',
    )
    for (const [driveId, moves] of byDrive) {
      const access = accessOfActor(driveId, task.actorId, 'edit')
      for (const { node_id, data } of moves) {
        const failed: Failure[] = []
        await attempt({ id: node_id, name: data.name ?? '' }, failed, () =>
          drives.transact(access, async (transaction) => {
            const own = signedBy(task, transaction)
            const id = data.origin?.id ?? ''
            const original =
              (await findOpenNode(own.writer, own.drive, id)) ??
              (await findTrashedFrom(own.writer, own.drive, id))
            if (!original) throw goneForGood()
            requireRight(original, 'edit')
            if (original.trashed_at !== null) await untrashNode(own, original, 'rename')
          }),
        )
        if (failed.length === 0) restored.add(node_id)
        failures.push(...failed)
      }
    }
    return { restored, failures }
  }
}

function goneForGood(): ServiceError {
  return new ServiceError('not_found', {
    description: 'the original is no longer in the trash of its drive: this copy stays',
  })
}
