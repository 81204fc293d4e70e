import { setTimeout as delay } from 'node:timers/promises'
import { ServiceError } from '@awan/protocol/errors'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Channel } from './channel.ts'
import {
  type Database,
  type DatabaseOptions,
  defaultTimeLimits,
  type Reader,
  type TimeLimits,
  type WriteOptions,
  type Writer,
} from './database.ts'
import { createReader, createWriter } from './handle.ts'
import { Lease, runLeased, WorkInFlight } from './lease.ts'
import { PostgresChannel } from './postgres-channel.ts'
import {
  createPostgresPool,
  discard,
  isAfterFailure,
  isCollision,
  isConnectionFailure,
  isLostReference,
  type PooledClient,
  PostgresConnection,
  type PostgresPool,
} from './postgres-connection.ts'
import { SilenceWatch } from './postgres-silence.ts'
import type { PreparedQuery, PreparedValues } from './prepared-statement.ts'

export interface PostgresOptions extends DatabaseOptions {
  maxConnections?: number
}

/** Opens a database as it is; `openDatabase` migrates it first. */
export function openPostgres(url: string, options: PostgresOptions = {}): Database {
  return new PostgresDatabase(url, options)
}

class PostgresDatabase implements Database {
  readonly kind = 'postgres'
  readonly #timeLimits: TimeLimits
  readonly #onProblem: (problem: Error) => void
  readonly #pool: PostgresPool
  readonly #watch: SilenceWatch
  readonly #url: string
  readonly #inFlight = new WorkInFlight()
  readonly #channels: PostgresChannel[] = []
  #closing: Promise<void> | undefined

  constructor(url: string, options: PostgresOptions) {
    this.#timeLimits = { ...defaultTimeLimits, ...options.timeLimits }
    this.#onProblem = options.onProblem ?? ((problem) => process.emitWarning(problem))
    this.#url = url
    this.#pool = createPostgresPool({
      url,
      maxConnections: options.maxConnections ?? DEFAULT_MAX_CONNECTIONS,
      stuckAfterMs: Math.max(this.#timeLimits.readMs, this.#timeLimits.writeMs) + GRACE_MS,
      waitMs: this.#timeLimits.waitMs,
      connectMs: this.#timeLimits.connectMs,
      // Connections that are being closed may fall as they like.
      onProblem: (problem) => this.#closing ?? this.#onProblem(problem),
    })
    // What has silenced one has silenced others: nobody should have to find that out again for each.
    this.#watch = new SilenceWatch(url, this.#timeLimits, (since) =>
      this.#pool.dropSilent(since, (client) => this.#watch.heardAt(client)),
    )
  }

  read<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    return this.#inFlight.track(() => this.#read(BEGIN_READ, work, this.#timeLimits.readMs))
  }

  async readOne<V extends PreparedValues, R>(
    query: PreparedQuery<V, R>,
    values: V,
  ): Promise<R | undefined> {
    return (await this.readRows(query, values))[0]
  }

  readRows<V extends PreparedValues, R>(query: PreparedQuery<V, R>, values: V): Promise<R[]> {
    const { sql, parametersOf } = query.compile('postgres')
    return this.#inFlight.track(async () => {
      const { rows } = await this.#ask({
        name: query.name,
        text: sql,
        values: parametersOf(values),
      })
      return rows as R[]
    })
  }

  readLong<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    const { readLongMs } = this.#timeLimits
    const stuckAfterMs = readLongMs + GRACE_MS
    const begin = `${BEGIN_READ}; set local statement_timeout = ${stuckAfterMs}; set local idle_in_transaction_session_timeout = ${stuckAfterMs}`
    return this.#inFlight.track(() => this.#read(begin, work, readLongMs))
  }

  write<T>(
    work: (writer: Writer) => Promise<T>,
    { durable = true }: WriteOptions = {},
  ): Promise<T> {
    const begin = durable ? BEGIN_WRITE : BEGIN_LIGHT_WRITE
    return this.#inFlight.track(async () => {
      for (let attempt = 1; ; attempt++) {
        const outcome = await this.#tryToWrite(begin, work, { isFirst: attempt === 1 })
        if (outcome !== 'collided') return outcome.value
        if (attempt === MAX_ATTEMPTS) {
          throw new ServiceError('aborted', {
            description: `The write conflicted with others ${MAX_ATTEMPTS} times; try again`,
          })
        }
        await delay(Math.random() * 10 * 2 ** attempt)
      }
    })
  }

  openChannel(name: string): Channel {
    const channel = new PostgresChannel({
      url: this.#url,
      name,
      query: (text, values) => this.#inFlight.track(() => this.#ask({ text, values })),
      watch: this.#watch,
      timeLimits: this.#timeLimits,
      onProblem: this.#onProblem,
    })
    this.#channels.push(channel)
    return channel
  }

  async check(): Promise<void> {
    await this.read((reader) => reader.selectNoFrom(sql<number>`1`.as('one')).execute())
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    // First of all: other processes are notified of what was written, and that takes a connection.
    for (const channel of this.#channels) await channel[Symbol.asyncDispose]()
    await this.#inFlight.close()
    await this.#pool.end()
    this.#watch.stop()
  }

  /**
   * One snapshot for the whole of the work, as on SQLite. Two more round trips than a lone query:
   * the first is the price of answers that fit together, the last one nobody waits for.
   */
  async #read<T>(
    begin: string,
    work: (reader: Reader) => Promise<T>,
    timeLimitMs: number,
  ): Promise<T> {
    const client = await this.#begin(begin)
    const lease = new Lease(new PostgresConnection(client, this.#watch))
    const reader = createReader('postgres', lease)
    try {
      return await runLeased(lease, () => work(reader), timeLimitMs)
    } catch (error) {
      throw toUnavailable(error)
    } finally {
      if (lease.isExpired) discard(client)
      else void this.#endAndRelease(client)
    }
  }

  async #tryToWrite<T>(
    begin: string,
    work: (writer: Writer) => Promise<T>,
    { isFirst }: { isFirst: boolean },
  ): Promise<{ value: T } | 'collided'> {
    const client = await this.#begin(begin)
    const connection = new PostgresConnection(client, this.#watch)
    const lease = new Lease(connection)
    const effects: (() => void)[] = []
    const writer = createWriter('postgres', lease, { connection, effects })
    let value: T
    try {
      value = await runLeased(lease, () => work(writer), this.#timeLimits.writeMs)
      // After a failed query PostgreSQL answers COMMIT with ROLLBACK, and no error.
      if (connection.failure !== undefined) throw connection.failure
      const { command } = await this.#watch.ask(client, 'commit', {
        withinMs: this.#timeLimits.waitMs,
      })
      if (command !== 'COMMIT') {
        throw connection.failure ?? new Error(`PostgreSQL answered COMMIT with ${command}`)
      }
    } catch (error) {
      if (lease.isExpired) discard(client)
      else await this.#endAndRelease(client)
      // Whatever the work made of it, a collision is no answer.
      if (isCollision(connection.failure) || isCollision(error)) return 'collided'
      // What was read a moment ago was deleted before we could point at it: the rule looks again.
      if (isFirst && isLostReference(connection.failure ?? error)) return 'collided'
      throw toUnavailable(isAfterFailure(error) ? connection.failure : error)
    }
    client.release()
    for (const effect of effects) this.#runEffect(effect)
    return { value }
  }

  /** A pooled connection may have died unnoticed; a lone query that changes nothing can run again. */
  async #ask(query: pg.QueryConfig): Promise<pg.QueryResult> {
    for (let attempt = 1; ; attempt++) {
      const client = await this.#connect()
      try {
        const answer = await this.#watch.ask(client, query, { withinMs: this.#timeLimits.readMs })
        client.release()
        return answer
      } catch (error) {
        discard(client)
        if (!isConnectionFailure(error) || attempt === MAX_ATTEMPTS) throw toUnavailable(error)
      }
    }
  }

  /** A pooled connection may have died unnoticed. Nothing has run yet, so another one is tried. */
  async #begin(sql: string): Promise<PooledClient> {
    for (let attempt = 1; ; attempt++) {
      const client = await this.#connect()
      try {
        await this.#watch.ask(client, sql, { withinMs: this.#timeLimits.waitMs })
        return client
      } catch (error) {
        discard(client)
        if (!isConnectionFailure(error) || attempt === MAX_ATTEMPTS) throw toUnavailable(error)
      }
    }
  }

  #connect(): Promise<PooledClient> {
    return this.#pool.connect().catch((error: unknown) => {
      throw toUnavailable(error)
    })
  }

  async #endAndRelease(client: PooledClient): Promise<void> {
    try {
      await this.#watch.ask(client, 'rollback', { withinMs: this.#timeLimits.waitMs })
      client.release()
    } catch {
      // Its caller has the answer or the first error already.
      discard(client)
    }
  }

  #runEffect(effect: () => void): void {
    try {
      effect()
    } catch (error) {
      this.#onProblem(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

function toUnavailable(error: unknown): unknown {
  if (!isConnectionFailure(error)) return error
  return new ServiceError('unavailable', {
    description: 'The database cannot be reached',
    cause: error,
  })
}

const BEGIN_READ = 'start transaction isolation level repeatable read read only'
const BEGIN_WRITE = 'start transaction isolation level read committed read write'
const BEGIN_LIGHT_WRITE = `${BEGIN_WRITE}; set local synchronous_commit = off`
const DEFAULT_MAX_CONNECTIONS = 10
// We stop work ourselves and say so; the database does it for a process that no longer can.
const GRACE_MS = 2_000
const MAX_ATTEMPTS = 5
