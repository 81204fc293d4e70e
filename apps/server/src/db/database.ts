import type { Kysely } from 'kysely'
import type { ReadonlyQueryCreator } from 'kysely/readonly'
import type { Channel } from './channel.ts'
import type { DatabaseKind } from './database-kind.ts'
import type { PreparedChange, PreparedQuery, PreparedValues } from './prepared-statement.ts'
import type { Tables } from './tables.ts'

/** A handle that can look and nothing else: the compiler refuses an insert through it. */
export type Reader = Pick<
  ReadonlyQueryCreator<Tables>,
  'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive'
> &
  Pick<Kysely<Tables>, 'fn'> & {
    /** All rows of a query that was built once. */
    run<V extends PreparedValues, R>(query: PreparedQuery<V, R> & NoChange, values: V): Promise<R[]>
  }

type NoChange = { changes?: never }

/** A handle inside one transaction. A writer can also read. */
export type Writer = Omit<Reader, 'run'> &
  Pick<Kysely<Tables>, 'insertInto' | 'updateTable' | 'deleteFrom'> & {
    run<V extends PreparedValues, R>(
      query: PreparedQuery<V, R> | PreparedChange<V, R>,
      values: V,
    ): Promise<R[]>
    /**
     * Runs a change whose rows nobody needs and which no rule expects to be refused. It is not waited
     * for: on PostgreSQL it travels with what follows it, up to the commit. Should it fail after all,
     * the whole of the work is undone and rejected with its error.
     */
    post<V extends PreparedValues, R>(change: PreparedChange<V, R>, values: V): void
    /** Runs after the transaction is durable, never when it is rolled back. */
    afterCommit(effect: () => void): void
  }

/**
 * The contract of both databases. `write` resolves only when its changes are durable. On SQLite,
 * writes that wait together share one transaction and one fsync; what one that fails has done is
 * undone, and nothing of the others. A write must not wait for anything but the database.
 *
 * Each `read` sees one moment of the database from its first query to its last. Work may not start
 * another read or write while it runs: it passes its handle on. The work of a write runs again when it
 * collided with another one on PostgreSQL, or shared its transaction with one that failed on SQLite, so
 * that its only effects are rows and `afterCommit`.
 */
export interface Database extends AsyncDisposable {
  readonly kind: DatabaseKind
  read<T>(work: (reader: Reader) => Promise<T>): Promise<T>
  /**
   * The first row of one query. A single statement sees one moment by itself, so that it needs no
   * transaction around it: for what runs before every call.
   */
  readOne<V extends PreparedValues, R>(
    query: PreparedQuery<V, R> & NoChange,
    values: V,
  ): Promise<R | undefined>
  /** All rows of one query, by the same reasoning: a few, which a join brings together. */
  readRows<V extends PreparedValues, R>(
    query: PreparedQuery<V, R> & NoChange,
    values: V,
  ): Promise<R[]>
  /** For reads that scan: off the event loop on SQLite. */
  readLong<T>(work: (reader: Reader) => Promise<T>): Promise<T>
  /**
   * For answers that are large and asked for often: a thread of the process reads them and makes their
   * bytes. Undefined when it could not or a rule refused; the caller then reads as usual and gets the
   * reason. Only SQLite has it: another database does its reading beside the event loop already.
   */
  readInThread?<I>(read: ThreadRead<I>, input: I): Promise<Uint8Array<ArrayBuffer> | undefined>
  write<T>(work: (writer: Writer) => Promise<T>, options?: WriteOptions): Promise<T>
  /**
   * Opens a way to the other processes on this database; undefined where the database has none and
   * one looks for oneself. It is closed with the database, if not before.
   */
  openChannel(name: string): Channel | undefined
  /** Rejects when the database cannot answer now. */
  check(): Promise<void>
}

/** A file that exports a `ThreadReadModule`, which a thread loads; its input must be able to cross. */
export interface ThreadRead<I> {
  readonly module: URL
  /** Never set; it carries the type of the input. */
  readonly input?: I
}

export interface ThreadReadModule<I> {
  /** The bytes are handed over: nothing of them stays in the thread. */
  read(reader: Reader, input: I): Promise<Uint8Array<ArrayBuffer>>
}

export interface WriteOptions {
  /**
   * `false` does not wait for the disk: all others see the write at once, and a loss of power may take
   * it back. For counts of what happened, which nobody was promised anything by.
   */
  durable?: boolean
  /**
   * Writes of one queue run one after the other in this process: those that would wait for the same row. They take
   * no connection while they wait. On SQLite all writes are in one queue.
   */
  queue?: string
}

/** How long each kind of work may take before it is undone and rejected. */
export interface TimeLimits {
  readMs: number
  readLongMs: number
  writeMs: number
  /** Waiting for another process or for a free connection. */
  waitMs: number
  /** Making a new connection. */
  connectMs: number
  /** Without a word from the database, until it is asked whether it is still at work. */
  silentMs: number
  /** After so long no further write begins in a transaction that several share. */
  shareMs: number
}

export const defaultTimeLimits: TimeLimits = {
  readMs: 30_000,
  readLongMs: 600_000,
  writeMs: 10_000,
  waitMs: 30_000,
  connectMs: 5_000,
  silentMs: 3_000,
  shareMs: 50,
}

export interface DatabaseOptions {
  timeLimits?: Partial<TimeLimits>
  /**
   * Told of what no caller can be told: an effect that threw after its commit, an idle connection
   * that died. Without it such a problem becomes a process warning.
   */
  onProblem?: (problem: Error) => void
}
