import { ROOT_ID } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import { SYSTEM, toActorId } from '../access/actor.ts'
import type { DriveTransaction } from '../access/drives.ts'
import { type OpenNode, openNodes, requireRight, requireWhole } from '../access/open-node.ts'
import { allows } from '../access/rights.ts'
import { findPlaces } from '../access/ways-up.ts'
import { countBelow } from '../nodes/tree.ts'
import {
  type ChosenCursor,
  ChosenQueue,
  countChosenTrees,
  prepareChosen,
} from '../tasks/chosen-nodes.ts'
import { leaveTask } from '../tasks/new-task.ts'
import type { TaskInputs } from '../tasks/task-inputs.ts'
import {
  attempt,
  type Failure,
  staysOnTop,
  type TaskKind,
  type TaskState,
  unknownNode,
} from '../tasks/task-kind.ts'
import { type Doomed, findDeleted, listTrashed, markDeleted, passOn } from './purge.store.ts'
import { purge, ROWS_PER_STEP } from './purge.ts'

/** So many are deleted in one step; each tells of itself, and of what is below it nothing is said. */
const MARKS_PER_STEP = 100

interface Cursor {
  /** Which of the chosen were looked at. */
  at?: ChosenCursor
  /** Nothing more is to be deleted, but what was begun is brought to its end. */
  isStopped?: true
}

/**
 * For good, from the trash or from anywhere. Each step deletes some, which nobody finds from then on,
 * and removes rows of what is deleted until so many are removed that others should have their turn.
 */
export const deleteNodes: TaskKind<TaskInputs['delete'], Cursor> = {
  right: 'own',

  prepare: prepareChosen,

  async count(reader, drive, { id, input, cursor, done }) {
    const left = 'ids' in input ? { ids: input.ids.slice(Number(cursor?.at ?? 0)) } : input
    const below = await countChosenTrees(reader, drive, left)
    return done + below + (await countBelow(reader, drive.id, { deletedBy: id }))
  },

  async step(transaction, { id: taskId, input, isLate, cursor = {}, createdAt }) {
    const { drive, writer } = transaction
    const isMeant = ({ created_at }: { created_at: number }) => created_at <= createdAt
    const queue = new ChosenQueue(transaction, input, cursor.at, isMeant)
    const ids = cursor.isStopped ? [] : await queue.take(MARKS_PER_STEP)
    const failures: Failure[] = []
    if (ids.length > 0) {
      const found = await openNodes(writer, drive, ids)
      const isThere = input.onlyInTrash ? await findTrashed(transaction, found) : () => true
      const doomed = [...found.values()].filter(
        (node) =>
          node.id !== drive.root_id &&
          queue.holds(node) &&
          queue.isWhereSeen(node) &&
          isThere(node) &&
          allows(node.rights, drive.reach.right),
      )
      await mark(transaction, doomed, taskId)
      const known = new Set(doomed.map(({ id }) => id))
      // What somebody has taken out of a place meanwhile was not asked for by its name.
      for (const id of 'ids' in input ? new Set(ids) : []) {
        if (known.has(id)) continue
        const node = found.get(id)
        if (id === ROOT_ID || id === drive.root_id) failures.push(staysOnTop(id))
        else if (!node) failures.push(unknownNode(id))
        else {
          await attempt(node, failures, async () => {
            requireRight(node, drive.reach.right)
            queue.requireWhereSeen(node)
            if (!isThere(node)) throw restored()
          })
        }
      }
    }
    const { nodes, isOver } = await purge(transaction, taskId, {
      maxRows: ROWS_PER_STEP - ids.length,
      isLate,
    })
    const isLast = cursor.isStopped || queue.isOver
    return {
      cursor: { ...cursor, at: queue.cursor },
      done: nodes + failures.length,
      failures,
      ...(isOver && isLast && { end: cursor.isStopped ? 'cancelled' : 'complete' }),
    }
  },

  stop,

  onStopped: leaveRest,
}

/** Everything that was in the trash at a moment. */
export const emptyTrash: TaskKind<TaskInputs['empty'], Cursor> = {
  right: 'own',

  async prepare({ drive, now }, { until }) {
    requireWhole(drive)
    return { until: until ?? now }
  },

  count: async (reader, { id: driveId }, { id, input, done }) =>
    done +
    (await countBelow(reader, driveId, { trashedUntil: input.until ?? 0 })) +
    (await countBelow(reader, driveId, { deletedBy: id })),

  async step(transaction, { id: taskId, input, isLate, cursor = {} }) {
    const { drive, writer, now } = transaction
    requireWhole(drive)
    const doomed = cursor.isStopped
      ? []
      : await listTrashed(writer, drive.id, input.until ?? now, MARKS_PER_STEP)
    await mark(transaction, doomed, taskId)
    const { nodes, isOver } = await purge(transaction, taskId, {
      maxRows: ROWS_PER_STEP - doomed.length,
      isLate,
    })
    return {
      cursor,
      done: nodes,
      ...(isOver &&
        doomed.length < MARKS_PER_STEP && { end: cursor.isStopped ? 'cancelled' : 'complete' }),
    }
  },

  stop,

  onStopped: leaveRest,
}

/** Whether each of them is in the trash, itself or with a folder above it. */
async function findTrashed(
  { drive, writer }: DriveTransaction,
  found: ReadonlyMap<string, OpenNode>,
): Promise<(node: OpenNode) => boolean> {
  const folders = [...found.values()].map(({ parent_id }) => parent_id)
  const places = await findPlaces(writer, drive, folders)
  return ({ trashed_at, parent_id }) => trashed_at !== null || places(parent_id)?.isInTrash === true
}

function restored(): ServiceError {
  return new ServiceError('aborted', {
    description: 'the file or folder was restored meanwhile: it is not in the trash any more',
  })
}

function stop(cursor: Cursor = {}): Cursor {
  return { ...cursor, isStopped: true }
}

/**
 * Whoever deleted it may be let in no more, and what was deleted is found by nobody: the server goes on with it, under an id that
 * nobody else gives.
 */
async function leaveRest(
  transaction: DriveTransaction,
  { id, actorId }: Pick<TaskState<unknown, unknown>, 'id' | 'actorId'>,
): Promise<void> {
  const { drive, writer } = transaction
  const isLeft = (await findDeleted(writer, drive.id, id)) !== undefined
  if (!isLeft || actorId === toActorId(SYSTEM)) return
  const rest = { id: `${id}r`, kind: 'delete', input: { ids: [] } satisfies TaskInputs['delete'] }
  await leaveTask({ ...transaction, actorId: toActorId(SYSTEM) }, rest)
  await passOn(writer, drive.id, { from: id, to: rest.id })
}

async function mark(
  { drive, writer, recordChange }: DriveTransaction,
  doomed: readonly Doomed[],
  taskId: string,
): Promise<void> {
  if (doomed.length === 0) return
  const ids = doomed.map(({ id }) => id)
  await markDeleted(writer, drive.id, ids, taskId)
  for (const deleted of doomed) {
    recordChange({ deleted }, { action: 'delete', data: { name: deleted.name } })
  }
}
