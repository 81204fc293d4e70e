import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import {
  type Database,
  type DatabaseOptions,
  defaultTimeLimits,
  type Reader,
  type ThreadRead,
  type TimeLimits,
  type WriteOptions,
  type Writer,
} from './database.ts'
import { createReader } from './handle.ts'
import { Lease, runLeased, WorkInFlight } from './lease.ts'
import type { PreparedQuery, PreparedValues } from './prepared-statement.ts'
import { ResourcePool } from './resource-pool.ts'
import {
  openSqliteReaderConnection,
  openSqliteWriterConnection,
  type SqliteConnection,
} from './sqlite-connection.ts'
import { toDiskRefusal } from './sqlite-errors.ts'
import { SqliteLogSync } from './sqlite-log-sync.ts'
import { SqliteLongReader } from './sqlite-long-reader.ts'
import { SqliteLongReaders } from './sqlite-long-readers.ts'
import { SqliteReadingThreads } from './sqlite-reading-threads.ts'
import { SqliteWriter } from './sqlite-writer.ts'

/** Opens a database file as it is; `openDatabase` migrates it first. */
export function openSqlite(path: string, options: DatabaseOptions = {}): Database {
  createPrivateFile(path)
  const writer = openSqliteWriterConnection(path)
  return new SqliteDatabase(path, writer, options)
}

/** Who can read the file can read every password hash: it belongs to its owner alone. */
export function createPrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
}

class SqliteDatabase implements Database {
  readonly kind = 'sqlite'
  readonly #timeLimits: TimeLimits
  readonly #writer: SqliteWriter
  readonly #readers: ResourcePool<SqliteConnection>
  readonly #longReaders: SqliteLongReaders
  readonly #readingThreads: SqliteReadingThreads
  readonly #inFlight = new WorkInFlight()
  readonly #path: string
  /** Its queries end in the turn in which they begin, so that one connection serves all of them. */
  #pointReader: SqliteConnection | undefined
  #closing: Promise<void> | undefined

  constructor(path: string, writer: SqliteConnection, options: DatabaseOptions) {
    this.#path = path
    this.#timeLimits = { ...defaultTimeLimits, ...options.timeLimits }
    const onProblem = options.onProblem ?? ((problem) => process.emitWarning(problem))
    this.#writer = new SqliteWriter({
      connection: writer,
      log: new SqliteLogSync(path),
      timeLimits: this.#timeLimits,
      onProblem,
    })
    this.#readers = new ResourcePool({
      max: MAX_READERS,
      waitMs: this.#timeLimits.waitMs,
      create: () => openSqliteReaderConnection(path),
      isUsable: (connection) => !connection.inTransaction,
      destroy: (connection) => connection.close(),
    })
    this.#longReaders = new SqliteLongReaders(() => new SqliteLongReader(path), this.#timeLimits)
    const { waitMs } = this.#timeLimits
    this.#readingThreads = new SqliteReadingThreads(path, { waitMs, onProblem })
  }

  read<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    return this.#inFlight.track(() =>
      this.#readers.use(async (connection) => {
        const lease = new Lease(connection)
        const reader = createReader('sqlite', lease)
        // The snapshot is taken by the first query and kept until the transaction ends.
        connection.run('begin')
        try {
          return await runLeased(lease, () => work(reader), this.#timeLimits.readMs)
        } catch (error) {
          throw toDiskRefusal(error)
        } finally {
          if (connection.inTransaction) connection.run('rollback')
        }
      }),
    )
  }

  async readOne<V extends PreparedValues, R>(
    query: PreparedQuery<V, R>,
    values: V,
  ): Promise<R | undefined> {
    const { sql, parametersOf } = query.compile('sqlite')
    return this.#openPointReader().first<R>(sql, parametersOf(values))
  }

  async readRows<V extends PreparedValues, R>(query: PreparedQuery<V, R>, values: V): Promise<R[]> {
    const { sql, parametersOf } = query.compile('sqlite')
    return this.#openPointReader().run<R>(sql, parametersOf(values)).rows
  }

  readLong<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    return this.#inFlight.track(() => this.#longReaders.read(work))
  }

  readInThread<I>(read: ThreadRead<I>, input: I): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return this.#inFlight.track(() => this.#readingThreads.read(read, input))
  }

  write<T>(work: (writer: Writer) => Promise<T>, options?: WriteOptions): Promise<T> {
    return this.#inFlight.track(() => this.#writer.write(work, options))
  }

  openChannel(): undefined {
    return undefined
  }

  async check(): Promise<void> {
    await this.read((reader) => reader.selectNoFrom(sql<number>`1`.as('one')).execute())
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  #openPointReader(): SqliteConnection {
    this.#inFlight.assertOpen()
    this.#pointReader ??= openSqliteReaderConnection(this.#path)
    return this.#pointReader
  }

  /** Readers go first: the last connection to close can then fold the log into the file. */
  async #close(): Promise<void> {
    await this.#inFlight.close()
    await this.#longReaders.close()
    await this.#readingThreads.close()
    await this.#readers.close()
    this.#pointReader?.close()
    await this.#writer.close()
  }
}

// Work on a reader rarely waits for anything, so that few serve many.
const MAX_READERS = 4
