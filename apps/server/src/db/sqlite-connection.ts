import BetterSqlite3 from 'better-sqlite3'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { PreparedStatement, WritingConnection } from './lease.ts'
import { refuseToStream } from './no-streams.ts'

/** One better-sqlite3 connection with its prepared statements. */
export class SqliteConnection implements WritingConnection {
  readonly #database: BetterSqlite3.Database
  readonly #statements = new Map<string, BetterSqlite3.Statement>()

  constructor(database: BetterSqlite3.Database) {
    this.#database = database
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.run<R>(query.sql, query.parameters)
  }

  async runPrepared<R>({ sql, parameters }: PreparedStatement): Promise<R[]> {
    return this.run<R>(sql, parameters).rows
  }

  postPrepared({ sql, parameters }: PreparedStatement): void {
    this.run(sql, parameters)
  }

  run<R>(sql: string, parameters: readonly unknown[] = []): QueryResult<R> {
    const statement = this.#prepare(sql)
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  /** The first row, if there is one. */
  first<R>(sql: string, parameters: readonly unknown[]): R | undefined {
    return this.#prepare(sql).get(parameters) as R | undefined
  }

  /** Refuses a result that memory may not hold: a thread without memory ends the whole process. */
  runLimited(sql: string, parameters: readonly unknown[], maxRows: number): unknown[] {
    const statement = this.#prepare(sql)
    if (!statement.reader) {
      statement.run(parameters)
      return []
    }
    const rows: unknown[] = []
    for (const row of statement.iterate(parameters)) {
      if (rows.length === maxRows) {
        throw new RangeError(`The query has more than ${maxRows} rows: page through them by key`)
      }
      rows.push(row)
    }
    return rows
  }

  pragma(source: string): unknown {
    return this.#database.pragma(source, { simple: true })
  }

  readonly streamQuery = refuseToStream

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  /** Preparing costs several times the run of a point query, so that statements are kept. */
  #prepare(sql: string): BetterSqlite3.Statement {
    let statement = this.#statements.get(sql)
    if (statement === undefined) {
      statement = this.#database.prepare(sql)
      const oldest = this.#statements.keys().next()
      if (this.#statements.size >= MAX_STATEMENTS && !oldest.done) {
        this.#statements.delete(oldest.value)
      }
    } else {
      this.#statements.delete(sql)
    }
    this.#statements.set(sql, statement)
    return statement
  }
}

export function openSqliteWriterConnection(path: string): SqliteConnection {
  const connection = new SqliteConnection(new BetterSqlite3(path, { timeout: OPEN_TIMEOUT_MS }))
  try {
    const mode = enterWal(connection)
    if (mode !== 'wal') {
      throw new Error(`${path} cannot use a write-ahead log (is it on a network file system?)`)
    }
    // The writer brings the log to the disk itself, off the event loop.
    connection.pragma('synchronous = NORMAL')
    connection.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
    connection.pragma(`cache_size = -${WRITER_CACHE_KIB}`)
    connection.pragma('foreign_keys = ON')
    connection.pragma(`journal_size_limit = ${MAX_IDLE_WAL_BYTES}`)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/**
 * Two processes that find a new database both hold it for reading and both want it alone: SQLite
 * tells one of them at once that it is busy, without the usual wait. That one tries again.
 */
function enterWal(connection: SqliteConnection): unknown {
  for (let waitedMs = 0; ; waitedMs += WAL_PAUSE_MS) {
    try {
      return connection.pragma('journal_mode = WAL')
    } catch (error) {
      if (!isSqliteBusy(error) || waitedMs >= OPEN_TIMEOUT_MS) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAL_PAUSE_MS)
    }
  }
}

export function openSqliteReaderConnection(path: string): SqliteConnection {
  const connection = new SqliteConnection(
    new BetterSqlite3(path, { readonly: true, timeout: READ_TIMEOUT_MS }),
  )
  connection.pragma('query_only = ON')
  connection.pragma(`cache_size = -${READER_CACHE_KIB}`)
  return connection
}

/** Another process holds what we want; it can be tried again. */
export function isSqliteBusy(error: unknown): boolean {
  return error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

export function createSqliteError(message: string, code: string): Error {
  return new BetterSqlite3.SqliteError(message, code)
}

// While it opens and migrates, another process may be doing the same.
const OPEN_TIMEOUT_MS = 60_000
const WAL_PAUSE_MS = 20
// A reader waits only while another process recovers the log after a crash.
const READ_TIMEOUT_MS = 5_000
const MAX_STATEMENTS = 256
// A page that changes often is copied from the log to the file once in this many pages, and everybody waits for the copy
// and its syncs: at 64 MiB that is seldom (decision 054).
const CHECKPOINT_PAGES = 16_000
const WRITER_CACHE_KIB = 32 * 1024
// A few pages of a large folder at once: with SQLite's own 2 MiB they drive each other out.
const READER_CACHE_KIB = 8 * 1024
const MAX_IDLE_WAL_BYTES = 64 * 1024 * 1024
