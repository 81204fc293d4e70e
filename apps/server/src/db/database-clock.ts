import { sql } from 'kysely'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from './database.ts'

export interface DatabaseClockOptions {
  everyMs?: number
  /** Milliseconds of a clock that only goes forward. */
  steadyNow?: () => number
  onProblem?: (problem: unknown) => void
}

const EVERY_MS = 10_000

/**
 * The time of the database, which is the same for all processes on it. Between its answers a steady clock goes on, so that neither a wrong
 * time of this machine nor a jump of it is ever seen: leases, tokens and limits of several processes fit together.
 */
export class DatabaseClock implements Clock, AsyncDisposable {
  readonly #db: Pick<Database, 'read'>
  readonly #steadyNow: () => number
  readonly #timer: NodeJS.Timeout
  #asking: Promise<void> | undefined
  /** What has to be added to the steady clock. */
  #offsetMs = 0

  static async open(
    db: Pick<Database, 'read'>,
    options: DatabaseClockOptions = {},
  ): Promise<DatabaseClock> {
    const clock = new DatabaseClock(db, options)
    try {
      await clock.ask()
      return clock
    } catch (error) {
      await clock[Symbol.asyncDispose]()
      throw error
    }
  }

  private constructor(db: Pick<Database, 'read'>, options: DatabaseClockOptions) {
    const {
      everyMs = EVERY_MS,
      steadyNow = () => performance.now(),
      onProblem = () => {},
    } = options
    this.#db = db
    this.#steadyNow = steadyNow
    // One that fails is not the last, and the steady clock goes on meanwhile.
    this.#timer = setInterval(() => this.ask().catch(onProblem), everyMs)
    this.#timer.unref()
  }

  now(): number {
    return Math.round(this.#steadyNow() + this.#offsetMs)
  }

  ask(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async #ask(): Promise<void> {
    await this.#db.read(async (reader) => {
      // The first query waits for a connection; only the second is measured.
      await readTime(reader)
      const askedAt = this.#steadyNow()
      const toldMs = await readTime(reader)
      const answeredAt = this.#steadyNow()
      // It was told somewhere between the two, which can be far apart: this process may have been stopped meanwhile. A clock that may be
      // right is left alone, and so goes neither back nor forth with each answer.
      const [least, most] = [toldMs - answeredAt, toldMs - askedAt]
      if (this.#offsetMs >= least && this.#offsetMs <= most) return
      this.#offsetMs = (least + most) / 2
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#asking?.catch(() => undefined)
  }
}

async function readTime(reader: Parameters<Parameters<Database['read']>[0]>[0]): Promise<number> {
  const time = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`
  const { now } = await reader.selectNoFrom(time.as('now')).executeTakeFirstOrThrow()
  return now
}
