import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { TaskRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { Access } from '../access/access.ts'
import { toAskerId } from '../access/actor.ts'
import type { Drives, DriveTransaction } from '../access/drives.ts'
import { checkSameCall, toIdempotentId } from '../idempotent-id.ts'
import { newTask } from './new-task.ts'
import { requireTask, requireToldTask, seesAllTasks } from './require-task.ts'
import { endTask, kindOf, runStep, toState } from './run-step.ts'
import type { LimitedCall, TaskInputs, TaskKinds } from './task-inputs.ts'
import { parseTaskToken, toTaskToken } from './task-token.ts'
import {
  countOpen,
  findTaskByPrefix,
  insertTask,
  listTasks,
  saveTask,
  type ToldTask,
} from './tasks.store.ts'

export type { ToldTask } from './tasks.store.ts'

/** Long work of a drive: its first step is done when the call answers, the rest by a runner. */
export interface Tasks {
  /** Small work is complete when this resolves. With a key, a repeated call gives the same task. */
  begin<K extends keyof TaskInputs>(
    access: Access,
    kind: K,
    input: TaskInputs[K],
    key?: string,
  ): Promise<TaskRow>
  get(access: Access, id: string): Promise<ToldTask>
  list(
    access: Access,
    page: { state: 'open' | 'ended' | undefined; size: number; token: string | undefined },
  ): Promise<{ tasks: ToldTask[]; nextPageToken: string | undefined }>
  /** A new task that takes back what another one has done. */
  undo(access: Access, id: string, key?: string): Promise<TaskRow>
  /** What is done stays done. One that has ended stays as it is. */
  cancel(access: Access, id: string): Promise<ToldTask>
}

export interface TasksOptions {
  drives: Drives
  clock: Clock
  random: Random
  kinds: TaskKinds
  /** Told that there is work for a runner. */
  onOpened?: () => void
}

/** The caller waits for it, and no longer than that: the rest is left to the runner. */
const FIRST_STEP_MS = 2_000
/** Of one person in one drive, or of all who came by one link. */
const MAX_OPEN_TASKS = 50

export function createTasks(options: TasksOptions): Tasks {
  const { drives, clock, random, kinds, onOpened = () => undefined } = options
  const tasks: Tasks = {
    async begin(access, kind, input, key) {
      const { driveId } = access
      const chosen = key === undefined ? undefined : toIdempotentId(access, key, [kind, input])
      const id = chosen?.id ?? createId(random, clock.now())
      const needed = { ...access, right: kinds[kind].right }
      return drives.transact(needed, async (transaction) => {
        const { writer } = transaction
        const known = chosen && (await findTaskByPrefix(writer, driveId, chosen.prefix))
        if (known) {
          checkSameCall(known, chosen)
          return known
        }
        const row = newTask(transaction, { id, kind, input })
        const own = kindOf(kinds, row)
        const prepared = (await own.prepare?.(transaction, input, id)) ?? input
        const limited: LimitedCall = { limit: access.limit }
        const ready = { ...row, input: JSON.stringify({ ...prepared, ...limited }) }
        const begun = own.gather
          ? ready
          : await runStep(kinds, transaction, ready, { clock, withinMs: FIRST_STEP_MS })
        if (begun.ended_at === null) {
          await requireFewOpen(transaction)
          writer.afterCommit(onOpened)
        }
        await insertTask(writer, begun)
        return begun
      })
    },

    async get(access, id) {
      return drives.read(access, (reader, drive) => requireToldTask(reader, drive, id))
    },

    async list(access, { state, size, token }) {
      const before = token === undefined ? undefined : parseTaskToken(token)
      const found = await drives.read(access, (reader, drive) => {
        const actorId = seesAllTasks(drive) ? undefined : drive.reach.actorId
        return listTasks(reader, drive.id, { state, actorId, before, limit: size + 1 })
      })
      const tasks = found.slice(0, size)
      const last = found.length > size ? tasks.at(-1) : undefined
      return { tasks, nextPageToken: last && toTaskToken(last) }
    },

    async undo(access, id, key) {
      const { kind } = await tasks.get(access, id)
      const undo = kind === 'move_across' ? 'undo_across' : 'undo'
      return tasks.begin(access, undo, { taskId: id }, key)
    },

    async cancel(access, id) {
      // In the queue of the drive: no step is under way meanwhile.
      return drives.transact(access, async (transaction) => {
        const { drive, writer, now } = transaction
        const task = await requireTask(writer, drive, id)
        if (task.ended_at !== null) return requireToldTask(writer, drive, id)
        const { stop, onStopped } = kindOf(kinds, task)
        const state = toState(task)
        if (!stop) await onStopped?.(transaction, state)
        const next = stop
          ? { ...task, cursor: JSON.stringify(stop(state.cursor)), updated_at: now }
          : await endTask(transaction, task, 'cancelled')
        await saveTask(writer, next)
        return requireToldTask(writer, drive, id)
      })
    },
  }
  return tasks
}

/** The runner works on a few at a time, for everybody. */
async function requireFewOpen({ drive, writer }: DriveTransaction): Promise<void> {
  const { actor } = drive.reach
  if (actor.kind === 'system') return
  const askerId = toAskerId(actor)
  const open = await countOpen(writer, drive.id, { askerId, most: MAX_OPEN_TASKS })
  if (open < MAX_OPEN_TASKS) return
  throw new ServiceError('resource_exhausted', {
    description: `${MAX_OPEN_TASKS} of your tasks are not done yet: wait for one of them to end, or cancel one`,
    details: [{ '@type': ERROR_INFO, reason: 'TOO_MANY_TASKS', domain: 'drive' }],
  })
}
