import type { Task } from '@awan/protocol/drive'
import type { TaskRow } from '../../db/tables.ts'
import { parseFailures } from './run-step.ts'

/** A task as the wire shows it. */
export function toTask(row: TaskRow): Task {
  const { count, first } = parseFailures(row)
  return {
    task_id: row.id,
    kind: row.kind,
    phase: row.phase,
    progress: toPercent(row),
    done: row.done,
    ...(row.total === null ? {} : { total: row.total }),
    failed: count,
    failures: first,
    created_time: new Date(row.created_at).toISOString(),
    updated_time: new Date(row.updated_at).toISOString(),
    ...(row.ended_at === null ? {} : { ended_time: new Date(row.ended_at).toISOString() }),
  }
}

/** While it works, others may add or take away, so that it says 100 only at its end. */
function toPercent({ phase, done, total }: TaskRow): number {
  if (phase === 'complete') return 100
  return total === null || total === 0 ? 0 : Math.min(99, Math.floor((100 * done) / total))
}
