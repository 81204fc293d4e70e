import type { CompiledQuery, QueryResult } from 'kysely'
import pg from 'pg'
import type { PreparedStatement, WritingConnection } from './lease.ts'
import { refuseToStream } from './no-streams.ts'
import { cut, PostgresClient } from './postgres-client.ts'
import type { SilenceWatch } from './postgres-silence.ts'

/**
 * One transaction on one connection of the pool. Queries run in the order in which they are sent; one
 * that nobody awaits shares its way with the next.
 */
export class PostgresConnection implements WritingConnection {
  readonly #client: PostgresClient
  readonly #watch: SilenceWatch
  #failure: unknown

  constructor(client: PostgresClient, watch: SilenceWatch) {
    this.#client = client
    this.#watch = watch
  }

  /** The first failure, after which PostgreSQL has given up the transaction. */
  get failure(): unknown {
    return this.#failure
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return this.#send({ text: sql, values: [...parameters] })
  }

  /** Under its name PostgreSQL keeps the plan, for as long as the connection lives. */
  async runPrepared<R>({ name, sql, parameters }: PreparedStatement): Promise<R[]> {
    const { rows } = await this.#send<R>({ name, text: sql, values: [...parameters] })
    return rows
  }

  postPrepared(query: PreparedStatement): void {
    // Its failure is kept, and PostgreSQL commits nothing after it.
    this.runPrepared(query).catch(() => undefined)
  }

  /** A command whose answer nobody awaits. */
  post(text: string): void {
    this.#send({ text }).catch(() => undefined)
  }

  readonly streamQuery = refuseToStream

  async #send<R>(query: pg.QueryConfig): Promise<QueryResult<R>> {
    try {
      const { command, rowCount, rows: found } = await this.#watch.ask(this.#client, query)
      const rows = found as R[]
      const changes = CHANGING_COMMANDS.has(command) && rowCount !== null
      return changes ? { rows, numAffectedRows: BigInt(rowCount) } : { rows }
    } catch (error) {
      this.#failure ??= error
      throw error
    }
  }
}

export interface PostgresPoolOptions {
  url: string
  maxConnections: number
  /** Should this process hang inside a transaction, the database stops it and frees its locks. */
  stuckAfterMs: number
  waitMs: number
  connectMs: number
  onProblem(problem: Error): void
}

export type PooledClient = PostgresClient & Pick<pg.PoolClient, 'release'>

/** Connections, each used by one caller at a time. */
export interface PostgresPool {
  connect(): Promise<PooledClient>
  /** Closes those that nobody uses and that have said nothing since then. */
  dropSilent(since: number, heardAt: (client: PostgresClient) => number): void
  end(): Promise<void>
}

export function createPostgresPool(options: PostgresPoolOptions): PostgresPool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections,
    connectionTimeoutMillis: options.waitMs,
    pipeline: true,
    statement_timeout: options.stuckAfterMs,
    idle_in_transaction_session_timeout: options.stuckAfterMs,
    types: { getTypeParser },
    Client: clientThatConnectsWithin(options.connectMs),
  })
  const idle = new Set<PooledClient>()
  pool.on('acquire', (client) => idle.delete(client as PooledClient))
  pool.on('release', (_error, client) => idle.add(client as PooledClient))
  pool.on('remove', (client) => idle.delete(client as PooledClient))
  pool.on('error', (error, client) => {
    if (!discarded.has(client)) options.onProblem(error)
  })
  return {
    connect: async () => (await pool.connect()) as PooledClient,
    end: () => pool.end(),
    dropSilent(since, heardAt) {
      for (const client of idle) {
        if (heardAt(client) >= since) continue
        discarded.add(client)
        cut(client)
      }
    },
  }
}

/** The pool knows one limit alone, for a new connection and for a free one. */
function clientThatConnectsWithin(connectMs: number): new () => pg.ClientBase {
  class PoolClient extends PostgresClient {
    constructor(config: ConstructorParameters<typeof PostgresClient>[0]) {
      super({ ...config, connectionTimeoutMillis: connectMs })
    }
  }
  return PoolClient as unknown as new () => pg.ClientBase
}

/** Ends a connection in whatever state it is; the database then undoes its work. */
export function discard(client: PooledClient): void {
  discarded.add(client)
  // Released alone it would first wait for the answers to all that was sent.
  cut(client)
  client.release(true)
}

/** What becomes of these is nobody's problem any more. */
const discarded = new WeakSet<pg.ClientBase>()

/** Another transaction stood in the way; the same work can succeed when it runs again. */
export function isCollision(error: unknown): boolean {
  return error instanceof pg.DatabaseError && COLLISIONS.has(error.code ?? '')
}

/** An earlier failure has undone the transaction; nothing else is wrong with this query. */
export function isAfterFailure(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02'
}

/** A row was to point at another that is not there, or not any more. */
export function isLostReference(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23503'
}

/** The database is away, starting, stopping or full, or the way to it is cut. */
export function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isConnectionFailure)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error instanceof pg.DatabaseError) return UNAVAILABLE.test(code)
  return NETWORK.has(code) || LOST.test(error.message)
}

/**
 * bigint (counts, sizes, times) and numeric (sums of bigint) are numbers, as on SQLite. What a
 * number cannot hold exactly is refused rather than rounded.
 */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) => {
  if (
    format !== 'binary' &&
    (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC)
  ) {
    return parseNumber
  }
  return pg.types.getTypeParser(oid, format as 'text')
}

function parseNumber(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    throw new RangeError(`The database holds ${text}, which is too large for a number`)
  }
  return number
}

const CHANGING_COMMANDS = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
// serialization_failure, deadlock_detected
const COLLISIONS = new Set(['40001', '40P01'])
// connection exceptions, too_many_connections, a transaction that was ended because this process did not run,
// and the states of a server that stops or starts
const UNAVAILABLE = /^(08...|53300|25P03|57P0[1235])$/
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
// pg gives these no code.
const LOST =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/
