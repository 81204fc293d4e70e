import { ServiceError } from '@awan/protocol/errors'
import type { TaskRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { DriveTransaction } from '../access/drives.ts'
import { freeReserved } from '../quota/quota.ts'
import type { PlacingFrom, TaskKinds } from './task-inputs.ts'
import type { Failure, TaskKind, TaskState } from './task-kind.ts'

/** The first failures stand in the task; after so many, only their number grows. */
const KEPT_FAILURES = 200

/** How many there are, and the first of them. */
export interface Failures {
  count: number
  first: Failure[]
}

export const noFailures = JSON.stringify({ count: 0, first: [] } satisfies Failures)

export function parseFailures({ failures }: Pick<TaskRow, 'failures'>): Failures {
  return JSON.parse(failures) as Failures
}

export function kindOf(kinds: TaskKinds, { kind }: Pick<TaskRow, 'kind'>): TaskKind<unknown> {
  if (!Object.hasOwn(kinds, kind)) {
    throw new ServiceError('unimplemented', { description: `unknown kind of task: ${kind}` })
  }
  return kinds[kind as keyof TaskKinds] as unknown as TaskKind<unknown>
}

export interface StepOptions {
  clock: Clock
  /** A longer step ends early: as long as it runs, nobody else changes anything in the drive. */
  withinMs: number
  gathered?: unknown
}

/** Does one step and gives the row as it is afterwards; whoever has the transaction writes it down. */
export async function runStep(
  kinds: TaskKinds,
  transaction: DriveTransaction,
  row: TaskRow,
  { clock, withinMs, gathered }: StepOptions,
): Promise<TaskRow> {
  const { now } = transaction
  const own = signedBy(row, transaction)
  // From when the drive was ours: to wait for it takes nothing from the step.
  const isLate = () => clock.now() >= now + withinMs
  const step = await kindOf(kinds, row).step(own, { ...toState(row), isLate }, gathered)
  const done = row.done + step.done
  const next: TaskRow = {
    ...row,
    cursor: JSON.stringify(step.cursor),
    done,
    total: step.total ?? row.total,
    reserved: step.reserved ?? row.reserved,
    kept: row.kept + (step.kept ?? 0),
    failures: JSON.stringify(joined(parseFailures(row), step.failures ?? [])),
    updated_at: now,
    attempts: 0,
  }
  return step.end ? endTask(transaction, next, step.end) : { ...next, phase: 'running' }
}

/** What a task does bears its id in the history of the drive, so that it can be taken back. */
export function signedBy(
  { id }: Pick<TaskRow, 'id'>,
  transaction: DriveTransaction,
): DriveTransaction {
  return {
    ...transaction,
    recordChange: (event, action) =>
      transaction.recordChange(event, action && { ...action, data: { ...action.data, task: id } }),
  }
}

/**
 * What the drive has promised to the task and it has not used is free again. What it was told is nobody's business any
 * more: it can be long, and it may hold the names of files, or addresses with secrets in them.
 */
export async function endTask(
  { drive, writer, now }: Pick<DriveTransaction, 'drive' | 'writer' | 'now'>,
  row: TaskRow,
  phase: 'complete' | 'failed' | 'cancelled',
): Promise<TaskRow> {
  await freeReserved(writer, drive.id, row.reserved)
  // What it went through is all there was, whatever was expected.
  const total = phase === 'complete' ? row.done : row.total
  const ended = { updated_at: now, ended_at: now, leased_until: null, reserved: 0 }
  return { ...row, phase, total, ...ended, input: toKeptInput(row) }
}

/** Who moved something here, and by which offer, is asked for when the move is undone. */
function toKeptInput({ kind, input }: Pick<TaskRow, 'kind' | 'input'>): string {
  if (kind !== 'move_across') return '{}'
  const { from, offer } = JSON.parse(input) as PlacingFrom
  return JSON.stringify({ from, offer })
}

export function toState(row: TaskRow): TaskState<unknown, unknown> {
  return {
    id: row.id,
    actorId: row.actor_sub,
    input: JSON.parse(row.input),
    cursor: row.cursor === null ? undefined : JSON.parse(row.cursor),
    done: row.done,
    createdAt: row.created_at,
  }
}

export function joined({ count, first }: Failures, more: readonly Failure[]): Failures {
  return { count: count + more.length, first: [...first, ...more].slice(0, KEPT_FAILURES) }
}
