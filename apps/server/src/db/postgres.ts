import { sql } from 'kysely'
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
import { createReader } from './handle.ts'
import { Lease, runLeased, WorkInFlight } from './lease.ts'
import { PostgresChannel } from './postgres-channel.ts'
import { PostgresConnection } from './postgres-connection.ts'
import { GRACE_MS, PostgresTransactions, toUnavailable } from './postgres-transactions.ts'
import { PostgresWriter } from './postgres-writer.ts'
import type { PreparedQuery, PreparedValues } from './prepared-statement.ts'
import { createPlaces, type ResourcePool } from './resource-pool.ts'

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
  readonly #transactions: PostgresTransactions
  readonly #writer: PostgresWriter
  readonly #longReads: ResourcePool<true>
  readonly #url: string
  readonly #inFlight = new WorkInFlight()
  readonly #channels: PostgresChannel[] = []
  #closing: Promise<void> | undefined

  constructor(url: string, options: PostgresOptions) {
    const timeLimits = { ...defaultTimeLimits, ...options.timeLimits }
    const maxConnections = options.maxConnections ?? DEFAULT_MAX_CONNECTIONS
    this.#timeLimits = timeLimits
    this.#onProblem = options.onProblem ?? ((problem) => process.emitWarning(problem))
    this.#url = url
    this.#transactions = new PostgresTransactions({
      url,
      maxConnections,
      timeLimits,
      // Connections that are being closed may fall as they like.
      onProblem: (problem) => this.#closing ?? this.#onProblem(problem),
    })
    this.#writer = new PostgresWriter({
      transactions: this.#transactions,
      timeLimits,
      maxAtOnce: partOf(maxConnections, WRITERS),
      onProblem: this.#onProblem,
    })
    this.#longReads = createPlaces(partOf(maxConnections, LONG_READERS), timeLimits.waitMs)
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
      const { rows } = await this.#transactions.ask({
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
    return this.#inFlight.track(() =>
      this.#longReads.use(() => this.#read(begin, work, readLongMs)),
    )
  }

  write<T>(work: (writer: Writer) => Promise<T>, options?: WriteOptions): Promise<T> {
    return this.#inFlight.track(() => this.#writer.write(work, options))
  }

  openChannel(name: string): Channel {
    const channel = new PostgresChannel({
      url: this.#url,
      name,
      query: (text, values) => this.#inFlight.track(() => this.#transactions.ask({ text, values })),
      watch: this.#transactions.watch,
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
    await this.#transactions.close()
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
    const client = await this.#transactions.begin(begin)
    const lease = new Lease(new PostgresConnection(client, this.#transactions.watch))
    const reader = createReader('postgres', lease)
    try {
      return await runLeased(lease, () => work(reader), timeLimitMs)
    } catch (error) {
      throw toUnavailable(error)
    } finally {
      void this.#transactions.end(client, { isStuck: lease.isExpired })
    }
  }
}

/** So many of the connections, and one at least. */
function partOf(maxConnections: number, part: number): number {
  return Math.max(1, Math.floor(maxConnections * part))
}

const BEGIN_READ = 'start transaction isolation level repeatable read read only'
const DEFAULT_MAX_CONNECTIONS = 16
// What is left is for reads alone: they wait for each other, and never behind changes or long reads.
const WRITERS = 1 / 2
const LONG_READERS = 1 / 4
