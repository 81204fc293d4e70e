import { isErrorName, ServiceError } from '@awan/protocol/errors'
import type { Access } from '../access/access.ts'
import { parseFailures } from '../tasks/run-step.ts'
import type { ToldTask } from '../tasks/tasks.ts'
import type { DavCall, DavParts } from './dav-call.ts'

/** The runner does the steps; small work is done before it is asked. Meanwhile nobody else waits. */
export async function untilDone(
  parts: Pick<DavParts, 'tasks'>,
  { caller }: Pick<DavCall, 'caller'>,
  access: Access,
  begun: ToldTask,
): Promise<void> {
  let task = begun
  for (
    let waitMs = FIRST_WAIT_MS;
    task.ended_at === null;
    waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)
  ) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    try {
      await caller.recheck()
    } catch (error) {
      // Nobody goes on for a program whose password was revoked.
      await parts.tasks.cancel(access, begun.id)
      throw error
    }
    task = await parts.tasks.get(access, begun.id)
  }
  const { first } = parseFailures(task)
  const [failure] = first
  if (failure) throw toRefusal(failure)
}

const FIRST_WAIT_MS = 20
const MAX_WAIT_MS = 1_000

function toRefusal({ error, description }: { error: string; description: string }): ServiceError {
  const isFull = error === 'resource_exhausted'
  return new ServiceError(isErrorName(error) ? error : 'failed_precondition', {
    description,
    ...(isFull && { status: 507 }),
  })
}
