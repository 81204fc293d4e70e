import { ServiceError } from '@awan/protocol/errors'
import {
  checkCallback,
  createTurns,
  type LockOptions,
  type LockRuntime,
  toTimeoutMs,
} from './turns.ts'

/** LCK-7: a lock that is held once; a holder that asks again waits like any other caller. */
export interface Lock {
  /** @example if (!lock.isHeld()) showIdle() */
  isHeld(): boolean
  /**
   * Resolves when the lock is held; waiters are served in order. Prefer `run`, which cannot forget
   * to unlock.
   *
   * @example await lock.lock({ timeout: 5000 })
   */
  lock(options?: LockOptions): Promise<void>
  /**
   * Releases the lock and hands it to the first waiter.
   *
   * @example lock.unlock()
   */
  unlock(): void
  /**
   * The safe lock: runs the callback while the lock is held, and releases it whatever the callback
   * does.
   *
   * @example const answer = await lock.run(() => readThenWrite(), { timeout: 5000 })
   */
  run<T>(callback: () => T | Promise<T>, options?: LockOptions): Promise<T>
}

/**
 * A lock between the calls of one page or process.
 *
 * @example
 * const lock = createLock(runtime)
 * await Promise.all([lock.run(first), lock.run(second)]) // second starts when first has ended
 */
export function createLock(runtime: LockRuntime): Lock {
  const turns = createTurns<object>(runtime)
  const take = (options: LockOptions) => turns.take(toTimeoutMs(options), () => ({}))
  return {
    isHeld: () => turns.current() !== undefined,
    async lock(options = {}) {
      await take(options)
    },
    unlock() {
      if (!turns.current()) throw new ServiceError('local', { description: 'lock is not held' })
      turns.end()
    },
    async run(callback, options = {}) {
      checkCallback(callback)
      const turn = await take(options)
      try {
        return await callback()
      } finally {
        // A callback that unlocked by itself must not end the turn of the next one.
        if (turns.current() === turn) turns.end()
      }
    },
  }
}
