import { ServiceError } from '@awan/protocol/errors'
import type pg from 'pg'
import type { TimeLimits } from './database.ts'
import {
  createPostgresPool,
  discard,
  isConnectionFailure,
  type PooledClient,
  type PostgresPool,
} from './postgres-connection.ts'
import { SilenceWatch } from './postgres-silence.ts'

export interface PostgresTransactionsOptions {
  url: string
  maxConnections: number
  timeLimits: TimeLimits
  onProblem(problem: Error): void
}

/** Begins and ends transactions, each on a connection of the pool, and knows which connections are good. */
export class PostgresTransactions {
  readonly watch: SilenceWatch
  readonly #timeLimits: TimeLimits
  readonly #pool: PostgresPool

  constructor({ url, maxConnections, timeLimits, onProblem }: PostgresTransactionsOptions) {
    this.#timeLimits = timeLimits
    this.#pool = createPostgresPool({
      url,
      maxConnections,
      stuckAfterMs: Math.max(timeLimits.readMs, timeLimits.writeMs) + GRACE_MS,
      waitMs: timeLimits.waitMs,
      connectMs: timeLimits.connectMs,
      onProblem,
    })
    // What has silenced one has silenced others: nobody should have to find that out again for each.
    this.watch = new SilenceWatch(url, timeLimits, (since) =>
      this.#pool.dropSilent(since, (client) => this.watch.heardAt(client)),
    )
  }

  /** A pooled connection may have died unnoticed. Nothing has run yet, so another one is tried. */
  async begin(sql: string): Promise<PooledClient> {
    return this.#tryEach(async (client) => {
      await this.watch.ask(client, sql, { withinMs: this.#timeLimits.waitMs })
      return client
    })
  }

  /** The same for a lone query that changes nothing. */
  async ask(query: pg.QueryConfig): Promise<pg.QueryResult> {
    return this.#tryEach(async (client) => {
      const answer = await this.watch.ask(client, query, { withinMs: this.#timeLimits.readMs })
      client.release()
      return answer
    })
  }

  /** Undoes what was not committed. A connection on which something may still run goes with it. */
  async end(client: PooledClient, { isStuck = false } = {}): Promise<void> {
    if (isStuck) {
      discard(client)
      await this.watch.terminate(client)
      return
    }
    try {
      await this.watch.ask(client, 'rollback', { withinMs: this.#timeLimits.waitMs })
      client.release()
    } catch {
      // Its caller has the answer or the first error already.
      discard(client)
    }
  }

  async close(): Promise<void> {
    await this.#pool.end()
    this.watch.stop()
  }

  async #tryEach<T>(attempt: (client: PooledClient) => Promise<T>): Promise<T> {
    for (let left = MAX_ATTEMPTS; ; left--) {
      const client = await this.#pool.connect().catch((error: unknown) => {
        throw toUnavailable(error)
      })
      try {
        return await attempt(client)
      } catch (error) {
        discard(client)
        if (!isConnectionFailure(error) || left === 1) throw toUnavailable(error)
      }
    }
  }
}

export function toUnavailable(error: unknown): unknown {
  if (!isConnectionFailure(error)) return error
  return new ServiceError('unavailable', {
    description: 'The database cannot be reached',
    cause: error,
  })
}

// We stop work ourselves and say so; the database does it for a process that no longer can.
export const GRACE_MS = 2_000
const MAX_ATTEMPTS = 5
