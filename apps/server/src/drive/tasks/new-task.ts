import type { TaskRow } from '../../db/tables.ts'
import type { DriveTransaction } from '../access/drives.ts'
import { noFailures } from './run-step.ts'
import { insertTask } from './tasks.store.ts'

interface GivenTask {
  id: string
  kind: string
  input: unknown
}

/** For the runner, which does all of it. */
export async function leaveTask(transaction: DriveTransaction, given: GivenTask): Promise<void> {
  await insertTask(transaction.writer, newTask(transaction, given))
}

/** One that nobody has worked on, of whoever acts in the transaction. */
export function newTask(
  { drive, now, actorId }: DriveTransaction,
  { id, kind, input }: GivenTask,
): TaskRow {
  return {
    drive_id: drive.id,
    id,
    kind,
    phase: 'pending',
    actor_sub: actorId,
    input: JSON.stringify(input),
    cursor: null,
    done: 0,
    total: null,
    failures: noFailures,
    created_at: now,
    updated_at: now,
    ended_at: null,
    leased_until: 0,
    attempts: 0,
    reserved: 0,
    kept: 0,
  }
}
