import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import type { TaskRunner } from './task-runner.ts'
import { deleteEnded } from './tasks.store.ts'

/** How long one can still read how a task ended. */
export const ENDED_KEPT_MS = 7 * 86_400_000

export function taskChores({
  runner,
  ...parts
}: {
  db: Database
  clock: Clock
  runner: TaskRunner
}): Chore[] {
  return [
    // A new task wakes its own process; this finds what another one has left behind.
    { name: 'work on tasks', everyMs: 5_000, run: () => runner.run(['people']) },
    { name: 'work on the network', everyMs: 5_000, run: () => runner.run(['network']) },
    { name: 'work in spare time', everyMs: 5_000, run: () => runner.run(['spare time']) },
    { name: 'forget ended tasks', everyMs: 3_600_000, run: () => forgetEnded(parts) },
  ]
}

async function forgetEnded({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const before = clock.now() - ENDED_KEPT_MS
  while ((await db.write((writer) => deleteEnded(writer, before, BATCH))) === BATCH);
}

const BATCH = 500
