import { ServiceError } from '@awan/protocol/errors'
import { DEFAULT_LOCK_TIMEOUT_MS } from '../constants.ts'
import { wrongParam } from '../wrong-param.ts'
import { createLine } from './line.ts'

/** What a lock needs of its platform; every runtime has it. */
export interface LockRuntime {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls back once, and returns what cancels it. */
  startTimer(delayMs: number, fire: () => void): () => void
}

export interface LockOptions {
  /**
   * How many milliseconds to wait at most; without it there is no limit, and a wait of more than 24
   * days counts as none. 0, or a deadline that is past, fails at once unless the lock is free.
   */
  timeout?: number | undefined
}

/** What both locks stand on: one turn at a time, in the order of asking. */
export interface Turns<Turn> {
  current(): Turn | undefined
  /** `begin` runs in the moment the turn starts: a held lock is never without its holder. */
  take(timeoutMs: number, begin: () => Turn): Promise<Turn>
  end(): void
}

export function createTurns<Turn extends object>(runtime: LockRuntime): Turns<Turn> {
  if (typeof runtime?.now !== 'function' || typeof runtime.startTimer !== 'function') {
    throw wrongParam('runtime')
  }
  const line = createLine()
  let current: Turn | undefined

  return {
    current: () => current,
    take(timeoutMs, begin) {
      return new Promise((resolve, reject) => {
        const start = () => {
          current = begin()
          resolve(current)
        }
        // LCK-6: whoever has left the line is never called out of it.
        const fail = () => {
          leave?.()
          reject(new ServiceError('local', { description: 'lock timeout' }))
        }
        let leave: (() => void) | undefined
        if (!current) return start()
        if (timeoutMs <= 0) return fail()
        const stopTimer =
          timeoutMs <= MAX_TIMER_MS ? runtime.startTimer(timeoutMs, fail) : undefined
        leave = line.join(() => {
          stopTimer?.()
          start()
        })
      })
    },
    end() {
      current = undefined
      line.callNext()
    },
  }
}

/** LCK-8: a number or absent, and NaN is no number. */
export function toTimeoutMs(options: LockOptions): number {
  // A lone number is a limit in the wrong place: to wait without one would hide that.
  if (typeof options !== 'object' || options === null) throw wrongParam('timeout')
  // LCK-11, CON-15.
  const { timeout = DEFAULT_LOCK_TIMEOUT_MS ?? Number.POSITIVE_INFINITY } = options
  if (typeof timeout !== 'number' || Number.isNaN(timeout)) throw wrongParam('timeout')
  return timeout
}

/** LCK-9: a safe lock has something to run. */
export function checkCallback(callback: unknown): void {
  if (typeof callback !== 'function') throw wrongParam('callback')
}

/** Timers of browsers and Node fire at once when they are asked for more. */
const MAX_TIMER_MS = 2 ** 31 - 1
