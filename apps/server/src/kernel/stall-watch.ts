import { AsyncLocalStorage } from 'node:async_hooks'

export interface StallWatchOptions {
  stallMs?: number
  graceMs?: number
  /** Milliseconds of a clock that only goes forward. */
  steadyNow?: () => number
  /** How long the processor has worked for this process, in milliseconds. */
  workedMs?: () => number
}

/** A balancer has given this process up by then, and those who called it have asked another one. */
const STALL_MS = 4_000
/** One that works, but does so on a machine with far too much to do, is given longer. */
const STARVED_MS = 30_000
/** A stopped process gets nothing of the processor; one of fifty gets more than this part. */
const WORKED_PART = 0.005
/** In this time a process has read everything that had arrived while it did not run. */
const GRACE_MS = 1_000
const BEAT_MS = 250

/**
 * Notices that this process did not run for a while: it was stopped, its machine frozen or out of memory. Calls from before are to be
 * refused then, both those that were under way and those that lay in its sockets. Their callers have long asked another process, and what they
 * asked for later must not be undone by this one.
 */
export class StallWatch implements Disposable {
  readonly #stallMs: number
  readonly #graceMs: number
  readonly #steadyNow: () => number
  readonly #workedMs: () => number
  readonly #timer: NodeJS.Timeout
  #beatAt: number
  #workedBefore: number
  #stalledUntil = Number.NEGATIVE_INFINITY

  constructor(options: StallWatchOptions = {}) {
    const { stallMs = STALL_MS, graceMs = GRACE_MS } = options
    this.#steadyNow = options.steadyNow ?? (() => performance.now())
    this.#stallMs = stallMs
    this.#graceMs = graceMs
    this.#workedMs = options.workedMs ?? processorMs
    this.#beatAt = this.#steadyNow()
    this.#workedBefore = this.#workedMs()
    this.#timer = setInterval(() => this.#beat(), BEAT_MS)
    this.#timer.unref()
  }

  /** False for a call that may have waited since before a stall. Whatever follows it in this context knows when it began. */
  begin(): boolean {
    const now = this.#beat()
    currentCall.enterWith({ isLate: () => this.#beat() > now && this.#stalledUntil > now })
    return now >= this.#stalledUntil + this.#graceMs
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  #beat(): number {
    const now = this.#steadyNow()
    const worked = this.#workedMs()
    const awayMs = now - this.#beatAt
    const isStopped = worked - this.#workedBefore < awayMs * WORKED_PART
    if (awayMs > (isStopped ? this.#stallMs : STARVED_MS)) this.#stalledUntil = now
    this.#beatAt = now
    this.#workedBefore = worked
    return now
  }
}

function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Whether the call that this is done for began before a stall. Work that no call asked for is never late. */
export function isLateWork(): boolean {
  return currentCall.getStore()?.isLate() ?? false
}

/** For work that a call begins and that is not its own. */
export function outsideCalls<T>(work: () => T): T {
  return currentCall.exit(work)
}

const currentCall = new AsyncLocalStorage<{ isLate(): boolean }>()
