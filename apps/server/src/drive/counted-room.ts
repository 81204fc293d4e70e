import type { Clock } from '../kernel/clock.ts'

/** A full place is counted again after so long. */
const FULL_MS = 60_000
/** Of more places nothing is remembered: they are counted once more. */
const MAX_KNOWN = 10_000

/** What is known of a place without counting. */
interface Known {
  /** So many may still be added before it is counted. */
  left: number
  fullUntil: number
}

/**
 * Bounds how many rows each of many places has, such as a drive. A place is counted only when this process has added
 * many since the last time, so that the bound costs nothing and holds roughly: each process may go beyond it by what it
 * adds between two counts.
 */
export class CountedRoom {
  readonly #clock: Clock
  readonly #most: number
  readonly #refuse: (most: number) => Error
  readonly #uncounted: number
  readonly #known = new Map<string, Known>()

  constructor({
    clock,
    most,
    refuse,
  }: {
    clock: Clock
    most: number
    refuse: (most: number) => Error
  }) {
    this.#clock = clock
    this.#most = most
    this.#refuse = refuse
    this.#uncounted = Math.min(10_000, Math.ceil(most / 100))
  }

  /** Throws where it was full a moment ago. */
  check(place: string): void {
    const { fullUntil = 0 } = this.#known.get(place) ?? {}
    if (fullUntil > this.#clock.now()) throw this.#refuse(this.#most)
  }

  /** At the end of a transaction that has added so many: what it throws undoes them. `count` need go no further than to a number. */
  async require(
    place: string,
    added: number,
    count: (most: number) => Promise<number>,
  ): Promise<void> {
    this.check(place)
    const { left } = this.#known.get(place) ?? { left: this.#uncounted }
    if (added <= left) return this.#remember(place, { left: left - added, fullUntil: 0 })
    const room = this.#most - (await count(this.#most + 1))
    if (room < 0) {
      this.#remember(place, { left: 0, fullUntil: this.#clock.now() + FULL_MS })
      throw this.#refuse(this.#most)
    }
    this.#remember(place, { left: Math.max(this.#uncounted, room / 4), fullUntil: 0 })
  }

  #remember(place: string, known: Known): void {
    if (this.#known.size >= MAX_KNOWN && !this.#known.has(place)) this.#known.clear()
    this.#known.set(place, known)
  }
}
