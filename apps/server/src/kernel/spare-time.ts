import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/** Waits so long, and tells which share of that time, 0 to 1, the process had something to do. */
export type Watch = (ms: number) => Promise<number>

/** From this share on, a step waits for the callers of the server. */
export const BUSY_SHARE = 0.5
/** However busy it is, a step is done so often. */
export const MAX_REST_MS = 1_000
const FIRST_LOOK_MS = 5
const LONGEST_LOOK_MS = 100

/**
 * The time that requests leave, for work that nobody waits for. Its steps are done one after the other,
 * and before each one the process is watched while none of them runs: as long as it is busy without
 * them they rest, and go on as soon as it is not. A step should take no longer than a call may wait.
 */
export class SpareTime {
  readonly #watch: Watch
  #last: Promise<unknown> = Promise.resolve()

  constructor(watch: Watch = watchEventLoop) {
    this.#watch = watch
  }

  use<T>(step: () => Promise<T>): Promise<T> {
    const own = this.#last.then(async () => {
      await this.#rest()
      return step()
    })
    this.#last = own.catch(() => undefined)
    return own
  }

  async #rest(): Promise<void> {
    for (let restedMs = 0, lookMs = FIRST_LOOK_MS; restedMs < MAX_REST_MS; ) {
      if ((await this.#watch(lookMs)) < BUSY_SHARE) return
      restedMs += lookMs
      lookMs = Math.min(lookMs * 2, LONGEST_LOOK_MS)
    }
  }
}

/** A loop that always has something to do is a process whose callers wait. */
async function watchEventLoop(ms: number): Promise<number> {
  const before = performance.eventLoopUtilization()
  await delay(ms)
  return performance.eventLoopUtilization(before).utilization
}
