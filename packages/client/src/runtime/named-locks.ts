import { isServiceError } from '@awan/protocol/errors'
import { createLock, type Lock } from '../lock/lock.ts'
import type { Runtime } from './runtime.ts'

/** Locks by name within one process, where the platform has none that reach further. */
export function createNamedLocks(runtime: Pick<Runtime, 'now' | 'startTimer'>): Runtime['lock'] {
  const locks = new Map<string, Lock>()
  return async (name, task, { waitMs }) => {
    const lock = locks.get(name) ?? createLock(runtime)
    locks.set(name, lock)
    let started = false
    const run = () => {
      started = true
      return task()
    }
    try {
      return await lock.run(run, { timeout: waitMs })
    } catch (error) {
      // The task's own errors are the caller's; a limit that is reached is not.
      if (started || !isServiceError(error, 'local')) throw error
      return task()
    } finally {
      if (!lock.isHeld()) locks.delete(name)
    }
  }
}
