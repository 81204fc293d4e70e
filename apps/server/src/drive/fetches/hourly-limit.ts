import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { Clock } from '../../kernel/clock.ts'

const HOUR_MS = 3_600_000

/** How many files each person may have fetched in an hour, at each process: counted in memory, as calls are. */
export class HourlyLimit {
  readonly #clock: Clock
  readonly #most: number
  #hour = 0
  #counts = new Map<string, number>()

  constructor(clock: Clock, most: number) {
    this.#clock = clock
    this.#most = most
  }

  /** Counts them, or throws and counts none. */
  count(sub: string, files: number): void {
    const now = this.#clock.now()
    const hour = Math.floor(now / HOUR_MS)
    if (hour !== this.#hour) this.#counts = new Map()
    this.#hour = hour
    const count = (this.#counts.get(sub) ?? 0) + files
    if (count > this.#most) throw tooMany(this.#most, HOUR_MS - (now % HOUR_MS))
    this.#counts.set(sub, count)
  }
}

function tooMany(most: number, waitMs: number): ServiceError {
  const metadata = { retry_after: String(Math.ceil(waitMs / 1000)) }
  return new ServiceError('resource_exhausted', {
    description: `a person may have at most ${most} files fetched in an hour: try again later`,
    details: [{ '@type': ERROR_INFO, reason: 'rate_limited', domain: 'limits', metadata }],
  })
}
