import type { Task } from '@awan/protocol/drive'

export type Failure = Task['failures'][number]

export interface BatchOutcome {
  /** Ids. */
  done: readonly string[]
  /** What was refused, one by one. */
  failures: readonly Failure[]
  /** Why the rest was not tried. */
  stopped?: unknown
}

/** A task tells so many failures one by one; with as many files none of them is left untold. */
const FILES_PER_CALL = 200

/** Sees a task to its end; undefined when nobody can say how it ended. */
export type FollowTask = (begun: Task) => Promise<Task | undefined>

/**
 * Does something with many files, a part of them with each call. It never throws: what came between
 * is told with what was done until then.
 */
export async function runBatch(
  follow: FollowTask,
  ids: readonly string[],
  call: (ids: string[]) => Promise<Task>,
  onPart: (fraction: number) => void,
): Promise<BatchOutcome> {
  const done: string[] = []
  const failures: Failure[] = []
  for (let at = 0; at < ids.length; at += FILES_PER_CALL) {
    const part = ids.slice(at, at + FILES_PER_CALL)
    if (at > 0) onPart(at / ids.length)
    try {
      const task = await follow(await call(part))
      if (!task) return { done, failures, stopped: new TaskLost() }
      failures.push(...task.failures)
      if (task.phase !== 'complete') return { done, failures, stopped: whyEnded(task) }
      const failed = new Set(task.failures.map(({ id }) => id))
      done.push(...part.filter((id) => !failed.has(id)))
    } catch (error) {
      return { done, failures, stopped: error }
    }
  }
  return { done, failures }
}

export function whyEnded({ phase, failures }: Task): unknown {
  return phase === 'cancelled' ? new TaskCancelled() : failures.at(-1)
}

/** Somebody has cancelled the work in the list of tasks. */
export class TaskCancelled extends Error {}

/** The server does not know the work any more. */
class TaskLost extends Error {
  override readonly message = 'the task is not known any more'
}
