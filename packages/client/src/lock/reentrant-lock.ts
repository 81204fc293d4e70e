import { ServiceError } from '@awan/protocol/errors'
import { wrongParam } from '../wrong-param.ts'
import {
  checkCallback,
  createTurns,
  type LockOptions,
  type LockRuntime,
  toTimeoutMs,
} from './turns.ts'

/**
 * LCK-1: one stay in the lock, from its first entry to its last exit. It is a key: only this very
 * object re-enters or unlocks, a copy of it does not.
 */
export interface LockSession {
  /** When the lock was taken, in milliseconds since the epoch. */
  readonly timestamp: number
  /** What the lock was entered for, in order, as far as the callers said. */
  readonly actions: readonly string[]
  /** Entries that have not been left yet; 0 when the session is over. */
  readonly count: number
}

export interface ReentrantLockOptions extends LockOptions {
  /** The session that holds the lock: goes in at once, past all waiters. */
  session?: LockSession | undefined
  /** What the lock is taken for, to be seen in the session. */
  action?: string | undefined
}

export interface ReentrantLock {
  /**
   * Who holds the lock; undefined when it is free.
   *
   * @example log.debug('waiting', { for: lock.session()?.actions })
   */
  session(): LockSession | undefined
  /**
   * Resolves when the lock is held. Prefer `run`, which cannot forget to unlock.
   *
   * @example const session = await lock.lock({ action: 'refresh', timeout: 5000 })
   */
  lock(options?: ReentrantLockOptions): Promise<LockSession>
  /**
   * Leaves the lock once. When the session has left as often as it entered, the first waiter gets it.
   *
   * @example lock.unlock(session)
   */
  unlock(session: LockSession): void
  /**
   * The safe lock: runs the callback while the lock is held, and leaves it whatever the callback
   * does. The callback hands its session on to what it calls; what has no session waits for its end.
   *
   * @example await lock.run((session) => lock.run(inner, { session }))
   */
  run<T>(
    callback: (session: LockSession) => T | Promise<T>,
    options?: ReentrantLockOptions,
  ): Promise<T>
}

/**
 * A lock that its holder may enter again.
 *
 * @example
 * const lock = createReentrantLock(runtime)
 * const save = (session?: LockSession) => lock.run(write, { session, action: 'save' })
 * await lock.run((session) => save(session), { action: 'rename' })
 */
export function createReentrantLock(runtime: LockRuntime): ReentrantLock {
  const turns = createTurns<Stay>(runtime)

  async function lock(options: ReentrantLockOptions = {}): Promise<LockSession> {
    const timeoutMs = toTimeoutMs(options)
    const { session, action } = options
    if (action !== undefined && typeof action !== 'string') throw wrongParam('action')
    const enter = (stay: Stay): Stay => {
      stay.count++
      if (action !== undefined) stay.actions.push(action)
      return stay
    }
    const taken =
      session === undefined
        ? turns.take(timeoutMs, () => enter(createStay(runtime.now())))
        : enter(find(session))
    return (await taken).session
  }

  function unlock(session: LockSession): void {
    // LCK-5.
    if (--find(session).count === 0) turns.end()
  }

  /** LCK-4, LCK-10. */
  function find(session: LockSession): Stay {
    const stay = turns.current()
    if (stay?.session === session) return stay
    throw new ServiceError('local', { description: 'lock session does not match' })
  }

  return {
    session: () => turns.current()?.session,
    lock,
    unlock,
    async run(callback, options) {
      checkCallback(callback)
      const session = await lock(options)
      try {
        return await callback(session)
      } finally {
        // A callback that unlocked by itself has nothing left to leave.
        if (turns.current()?.session === session) unlock(session)
      }
    },
  }
}

interface Stay {
  readonly session: LockSession
  readonly actions: string[]
  count: number
}

/** The session shows the stay and cannot change it. */
function createStay(timestamp: number): Stay {
  const actions: string[] = []
  const stay: Stay = {
    actions,
    count: 0,
    session: Object.freeze({
      timestamp,
      get actions() {
        return [...actions]
      },
      get count() {
        return stay.count
      },
    }),
  }
  return stay
}
