import { ServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Database } from '../../db/database.ts'
import type { ChangeRow, TaskRow } from '../../db/tables.ts'
import { accessOfActor } from '../access/access.ts'
import { parseActorId } from '../access/actor.ts'
import type { Drives, DriveTransaction } from '../access/drives.ts'
import {
  findOpenNode,
  findTrashedFrom,
  isInPlace,
  listAncestors,
  type OpenNode,
  requireRight,
} from '../access/open-node.ts'
import { listActions } from '../activity/activity.ts'
import { idPrefix } from '../copies/copy-nodes.ts'
import { subtreeSeqs, writeFolderSeqs } from '../history/folder-seqs.ts'
import { trashNode } from '../nodes/trash-node.ts'
import { findUnchanged, isAsMade } from '../nodes/tree.ts'
import { untrashNode } from '../nodes/untrash-node.ts'
import { requireTask } from '../tasks/require-task.ts'
import { signedBy } from '../tasks/run-step.ts'
import type { PlacingFrom, TaskInputs } from '../tasks/task-inputs.ts'
import { attempt, type Failure, type TaskKind, type TaskState } from '../tasks/task-kind.ts'
import { type ActionData, readAction, stopBeforeUndo, takeBack } from '../tasks/undo-task.ts'
import { reopenOffer } from './across-nodes.ts'
import { requireActiveGiver } from './active-giver.ts'
import type { HandOver } from './hand-over.ts'

type Cursor = Pick<ChangeRow, 'at' | 'seq'>
type Action = Omit<ChangeRow, 'data'> & { data: ActionData }

/** An action of the task, and of a move what can go of its copy. */
interface ToUndo {
  change: Action
  /** Trees of the copy that are as the task has made them. */
  unchanged: readonly string[]
  /** How many nodes of the copy were added or changed since. */
  changed: number
}

interface Gathered {
  /** The last one first. */
  toUndo: ToUndo[]
  /** The nodes here whose originals are back in their place. */
  restored: ReadonlySet<string>
  failures: Failure[]
  /** The number of this drive when its copies were looked at. */
  seq: number
  cursor: Cursor
  /** Where to go on if nothing more of the last copy can go. */
  past: Cursor
  isLast: boolean
}

interface Found extends Pick<Gathered, 'toUndo' | 'seq' | 'cursor' | 'past' | 'isLast'> {
  /** On whose behalf the originals come back. */
  actorId: string
}

/** So many actions of the drive are looked at in a step. */
const ACTIONS_PER_STEP = 100
/** So many trees of copies go into the trash in a step, and perhaps those of one more copy. */
const TREES_PER_STEP = 200
/** By so much the clocks of two processes may differ. */
const SKEW_MS = 60_000

/**
 * Takes a move from another drive back: first the originals come out of the trash there, then the copies go into the
 * trash here, and what made way for them comes back. What somebody has added to a copy or changed in it stays.
 */
export function undoAcross({
  db,
  drives,
  people,
  handOver,
}: {
  db: Database
  drives: Drives
  people: Pick<PeopleDirectory, 'isActive'>
  handOver?: HandOver | undefined
}): TaskKind<TaskInputs['undo_across'], Cursor, Gathered> {
  return {
    right: 'edit',

    async prepare(transaction, input) {
      const stopped = await stopBeforeUndo(transaction, input.taskId)
      if (stopped) {
        const { id, actor_sub: actorId } = stopped
        await reopenOffer({ handOver }, transaction, { id, actorId, input: inputOf(stopped) })
      }
      return input
    },

    async gather(driveId, task) {
      // Otherwise the step would have to count all changes since the folders were last counted.
      while (await writeFolderSeqs(db, driveId));
      const found = await findActions(driveId, task)
      await requireActiveGiver({ db, people }, parseActorId(found.actorId))
      return { ...found, ...(await restore({ ...task, actorId: found.actorId }, found.toUndo)) }
    },

    async step(transaction, { input }, gathered) {
      if (!gathered) throw new Error('a step across drives was not prepared')
      const { drive, writer } = transaction
      const { toUndo, restored, isLast, seq } = gathered
      const failures = [...gathered.failures]
      const trees = toUndo.flatMap(({ unchanged }) => unchanged)
      const lastSeqs = await subtreeSeqs(writer, drive, trees)
      const prefix = idPrefix(input.taskId)
      let kept = 0
      let taken = 0
      for (const { change, unchanged, changed } of toUndo) {
        if (change.action === 'move') {
          if (restored.has(change.node_id)) kept += changed + (await takeAway(unchanged))
          continue
        }
        const node =
          (await findOpenNode(writer, drive, change.node_id)) ??
          (await findTrashedFrom(writer, drive, change.node_id))
        if (node) await attempt(node, failures, () => takeBackAction(transaction, node, change))
      }
      const cursor = taken > 0 ? gathered.cursor : gathered.past
      const end = isLast && { end: 'complete' as const }
      return { cursor, done: toUndo.length, failures, kept, ...end }

      /** Gives how many were changed while the step was prepared. */
      async function takeAway(ids: readonly string[]): Promise<number> {
        let changed = 0
        for (const id of ids) {
          const node = await findOpenNode(writer, drive, id)
          if (!node || node.trashed_at !== null) continue
          if (!isAsMade(node, prefix) || (lastSeqs.get(id) ?? 0) > seq) {
            changed += 1
            continue
          }
          await attempt(node, failures, async () => {
            requireRight(node, 'edit')
            await trashNode(transaction, node)
            taken += 1
          })
        }
        return changed
      }
    },
  }

  async function findActions(
    driveId: string,
    task: TaskState<TaskInputs['undo_across'], Cursor>,
  ): Promise<Found> {
    const access = accessOfActor(driveId, task.actorId, 'edit')
    return drives.readLong(access, async (reader, drive) => {
      const moved = await requireTask(reader, drive, task.input.taskId)
      const prefix = idPrefix(moved.id)
      // What was handed over goes back on behalf of whoever gave it: the receiver is nobody in that drive.
      const actorId = giverOf(moved) ?? task.actorId
      let cursor = task.cursor ?? { at: (moved.ended_at ?? task.createdAt) + SKEW_MS, seq: 0 }
      const page = { nodeId: undefined, before: cursor, limit: ACTIONS_PER_STEP }
      const changes = await listActions(reader, drive.id, page)
      const toUndo: ToUndo[] = []
      let trees = 0
      for (const row of changes) {
        const change = { ...row, data: readAction(row) }
        if (change.data.task === moved.id) {
          if (change.action !== 'move') toUndo.push({ change, unchanged: [], changed: 0 })
          const copy = change.data.origin && (await findOpenNode(reader, drive, row.node_id))
          if (copy && isInPlace(drive, copy, await listAncestors(reader, copy))) {
            const tree = { driveId: drive.id, topId: copy.id, prefix }
            const { ids, changed } = await findUnchanged(reader, tree, TREES_PER_STEP)
            trees += ids.length
            const isAll = ids.length < TREES_PER_STEP
            // The next step goes on with the rest of this copy, and then counts what stays of it.
            toUndo.push({ change, unchanged: ids, changed: isAll ? changed : 0 })
            const past = { at: row.at, seq: row.seq }
            if (!isAll) return { actorId, toUndo, seq: drive.seq, cursor, past, isLast: false }
          }
        }
        cursor = { at: row.at, seq: row.seq }
        if (trees >= TREES_PER_STEP) break
      }
      const isRead = cursor.seq === (changes.at(-1)?.seq ?? cursor.seq)
      const isLast =
        isRead && (changes.length < ACTIONS_PER_STEP || cursor.at < moved.created_at - SKEW_MS)
      return { actorId, toUndo, seq: drive.seq, cursor, past: cursor, isLast }
    })
  }

  /** Of one that is back already, or never went, nothing more is needed. */
  async function restore(
    task: TaskState<unknown, unknown>,
    toUndo: readonly ToUndo[],
  ): Promise<Pick<Gathered, 'restored' | 'failures'>> {
    const restored = new Set<string>()
    const failures: Failure[] = []
    const byDrive = Map.groupBy(
      toUndo.flatMap(({ change }) => (change.data.origin ? change : [])),
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

async function takeBackAction(
  transaction: DriveTransaction,
  node: OpenNode,
  change: Action,
): Promise<void> {
  requireRight(node, 'edit')
  await takeBack(transaction, node, change)
}

function giverOf(task: TaskRow): string | undefined {
  const { from, offer } = inputOf(task)
  return offer && from.actorId
}

function inputOf({ input }: TaskRow): PlacingFrom {
  return JSON.parse(input) as PlacingFrom
}

function goneForGood(): ServiceError {
  return new ServiceError('not_found', {
    description: 'the original is no longer in the trash of its drive: this copy stays',
  })
}
