import type { Task } from '@awan/protocol/drive'
import type { Access } from '../access/access.ts'
import { toActorId } from '../access/actor.ts'
import { parseFailures } from './run-step.ts'
import type { ReceivingKinds, TaskInputs } from './task-inputs.ts'
import type { ToldTask } from './tasks.ts'

/**
 * To whoever cares for the drive and did not begin the task. What comes from another drive may be in one that they do not see, and what
 * comes from an address may open something by its name: of what could not be done, they learn how much it was and of which kind.
 */
export function toTaskFor({ actor }: Pick<Access, 'actor'>): (row: ToldTask) => Task {
  return (row) => {
    const task = toTask(row)
    if (!FROM_ELSEWHERE.has(row.kind) || row.actor_sub === toActorId(actor)) return task
    const failures = task.failures.map(({ error }, at) => ({
      // They are told apart by something.
      id: `${row.id}.${at}`,
      error,
      description: 'only the person who began the task sees what this is about',
    }))
    return { ...task, failures }
  }
}

const FROM_ELSEWHERE: ReadonlySet<string> = new Set<keyof TaskInputs>([
  'copy_across',
  'move_across',
  'undo_across',
  'fetch',
])

/** A task as the wire shows it to whoever began it. */
export function toTask(row: ToldTask): Task {
  const { count, first } = parseFailures(row)
  const bytes = toBytes(row)
  return {
    task_id: row.id,
    kind: row.kind,
    phase: row.phase,
    progress: toPercent(row, bytes),
    done: row.done,
    ...(row.total === null ? {} : { total: row.total }),
    failed: count,
    failures: first,
    ...(bytes && { bytes }),
    ...(row.kept === 0 ? {} : { kept: row.kept }),
    created_time: new Date(row.created_at).toISOString(),
    updated_time: new Date(row.updated_at).toISOString(),
    ...(row.ended_at === null ? {} : { ended_time: new Date(row.ended_at).toISOString() }),
  }
}

/** While it works, others may add or take away, so that it says 100 only at its end. */
function toPercent({ phase, ...row }: ToldTask, bytes: Task['bytes']): number {
  if (phase === 'complete') return 100
  const { done, total = null } = bytes?.total === undefined ? row : bytes
  return total === null || total === 0 ? 0 : Math.min(99, Math.floor((100 * done) / total))
}

const IN_BYTES: ReadonlySet<string> = new Set<keyof ReceivingKinds>([
  'fetch',
  'compress',
  'extract',
])

/** Of what comes in bytes, its cursor knows how many. */
function toBytes({ kind, cursor }: ToldTask): Task['bytes'] {
  if (!IN_BYTES.has(kind) || cursor === null) return undefined
  return (JSON.parse(cursor) as { bytes: Task['bytes'] }).bytes
}
