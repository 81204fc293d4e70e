import type { Log } from './log.ts'

/** Work that returns: removing what has expired, collecting what nobody uses. Safe to repeat. */
export interface Chore {
  name: string
  everyMs: number
  run(): Promise<void>
}

/** Runs each chore soon after the start and then at its own pace, never twice at the same time. */
export class Housekeeping implements AsyncDisposable {
  readonly #log: Log
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #running = new Set<Promise<void>>()
  #stopped = false

  constructor(log: Log) {
    this.#log = log
  }

  start(chores: readonly Chore[]): void {
    for (const chore of chores) this.#schedule(chore, Math.min(chore.everyMs, FIRST_RUN_MS))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all(this.#running)
  }

  #schedule(chore: Chore, delayMs: number): void {
    if (this.#stopped) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      const run = this.#run(chore).finally(() => {
        this.#running.delete(run)
        this.#schedule(chore, chore.everyMs)
      })
      this.#running.add(run)
    }, delayMs)
    timer.unref()
    this.#timers.add(timer)
  }

  async #run(chore: Chore): Promise<void> {
    try {
      await chore.run()
    } catch (err) {
      this.#log.error({ err, chore: chore.name }, 'a chore failed and will be retried')
    }
  }
}

const FIRST_RUN_MS = 5_000
