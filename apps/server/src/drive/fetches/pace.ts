import { FetchTrouble } from './fetch-trouble.ts'

export interface PaceOptions {
  /** So long nothing need come. */
  graceMs: number
  bytesPerSecond: number
}

/** A connection that carries less is given up: somebody else could use what it holds. */
export const USUAL_PACE: PaceOptions = { graceMs: 30_000, bytesPerSecond: 4 * 1024 }

/** Counts the time in which we wait for a server, and for nothing else. What came fast earlier is no excuse. */
export class Pace {
  readonly #options: PaceOptions
  #creditMs: number
  #silentMs = 0

  constructor(options: PaceOptions) {
    this.#options = options
    this.#creditMs = options.graceMs
  }

  /** Throws where it is too slow. */
  count(waitedMs: number, bytes: number): void {
    const { graceMs, bytesPerSecond } = this.#options
    const worthMs = (bytes / bytesPerSecond) * 1000
    this.#creditMs = Math.min(graceMs, this.#creditMs - waitedMs + worthMs)
    this.#silentMs = bytes > 0 ? 0 : this.#silentMs + waitedMs
    if (this.#creditMs > 0) return
    // A silent connection may be dead, and another one alive.
    throw this.#silentMs >= graceMs
      ? new FetchTrouble('no_answer', 'again')
      : new FetchTrouble('slow')
  }
}
