/** The only source of time. Tests hand in one that they move. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export class ManualClock implements Clock {
  #now: number

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#now = startMs
  }

  now(): number {
    return this.#now
  }

  advance(ms: number): void {
    this.#now += ms
  }
}
