import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { ServiceError } from '@awan/protocol/errors'
import type { TimeLimits, WriteOptions, Writer } from './database.ts'
import { createWriter } from './handle.ts'
import { Lease, runLeased } from './lease.ts'
import { isSqliteBusy, type SqliteConnection } from './sqlite-connection.ts'
import { toDiskRefusal } from './sqlite-errors.ts'
import type { SqliteLogSync } from './sqlite-log-sync.ts'

/**
 * The one writer of this process, with group commit. Writes wait in a queue; each round takes all
 * that wait into one transaction, runs them one after the other, commits once and syncs the log once. A
 * write resolves only after that, so that many writers share the cost of one sync. The next
 * round waits too: nothing is built on what could still be lost.
 *
 * A savepoint around each write would keep the failure of one from the others, and costs a sixth of
 * what a small write costs. Failures are rare, so that a round goes without: when one fails it is undone
 * as a whole, and the others run again, each inside its savepoint for as long as more may fail.
 *
 * Another process may write to the same file. Waiting for it must not stop the event loop, so the
 * connection has no busy timeout and the queue asks again by itself.
 */
export class SqliteWriter {
  readonly #connection: SqliteConnection
  readonly #log: SqliteLogSync
  readonly #timeLimits: TimeLimits
  readonly #onProblem: (problem: Error) => void
  readonly #queue: QueuedWrite[] = []
  #running = false
  /** So many rounds keep their writes apart from each other: one has failed lately. */
  #carefulRounds = 0

  constructor({ connection, log, timeLimits, onProblem }: SqliteWriterParts) {
    this.#connection = connection
    this.#log = log
    this.#timeLimits = timeLimits
    this.#onProblem = onProblem
    connection.pragma('busy_timeout = 0')
    // Each savepoint keeps the pages that it changes; beyond 64 KiB they would go to a file, each time.
    connection.pragma('temp_store = MEMORY')
  }

  write<T>(
    work: (writer: Writer) => Promise<T>,
    { durable = true }: WriteOptions = {},
  ): Promise<T> {
    const result = Promise.withResolvers<T>()
    this.#queue.push({
      work,
      durable,
      // A queue would run work in the async context of the first caller; this one has its own.
      inItsContext: AsyncLocalStorage.snapshot(),
      resolve: result.resolve as (value: unknown) => void,
      reject: result.reject,
    })
    if (!this.#running) void this.#drain()
    return result.promise
  }

  /** Call when no write is under way. The log is merged into the file, which is then complete. */
  async close(): Promise<void> {
    try {
      this.#connection.pragma('wal_checkpoint(TRUNCATE)')
    } finally {
      this.#connection.close()
      await this.#log.close()
    }
  }

  async #drain(): Promise<void> {
    this.#running = true
    try {
      // Those who ask in the same turn travel together.
      await Promise.resolve()
      while (this.#queue.length > 0) {
        const size = await this.#begin()
        if (size > 0) await this.#runRound(size)
        await nextTurn()
      }
    } finally {
      this.#running = false
    }
  }

  /** How many writes are of this round. */
  async #begin(): Promise<number> {
    const giveUpAt = performance.now() + this.#timeLimits.waitMs
    for (let waitMs = 1; ; waitMs = Math.min(waitMs * 2, MAX_BUSY_WAIT_MS)) {
      try {
        this.#log.assertHealthy()
        this.#connection.run('begin immediate')
        return this.#queue.length
      } catch (error) {
        if (isSqliteBusy(error) && performance.now() < giveUpAt) {
          await delay(waitMs * (0.5 + Math.random() / 2))
          continue
        }
        const reason = isSqliteBusy(error)
          ? new ServiceError('unavailable', {
              description: 'Another process keeps the database locked',
              cause: error,
            })
          : toDiskRefusal(error)
        for (const write of this.#queue.splice(0)) write.reject(reason)
        return 0
      }
    }
  }

  async #runRound(size: number): Promise<void> {
    const done: DoneWrite[] = []
    const isCareful = this.#carefulRounds > 0
    if (isCareful) this.#carefulRounds--
    try {
      // Those who come meanwhile are for the next round; those whom a lost round leaves, too.
      for (let left = size; left > 0; left--) {
        const write = this.#queue.shift()
        if (write === undefined) break
        if (isCareful && done.length > 0) await this.#runInSavepoint(write, done)
        else if (!(await this.#runUnguarded(write, done))) return
      }
      this.#connection.run('commit')
      if (done.some(({ write }) => write.durable)) await this.#log.flush()
    } catch (error) {
      this.#abandonRound(error, done)
      return
    }
    for (const { write, effects } of done) {
      for (const effect of effects) write.inItsContext(() => this.#runEffect(effect))
    }
    for (const { write, value } of done) write.resolve(value)
  }

  /** Whether the round goes on. If not it is undone, and those before this one are the next again. */
  async #runUnguarded(write: QueuedWrite, done: DoneWrite[]): Promise<boolean> {
    try {
      const one = await this.#run(write)
      // Work can hide a rollback by SQLite: what follows would run outside of any transaction.
      if (!this.#connection.inTransaction) throw new Error('SQLite has rolled back the transaction')
      done.push(one)
      return true
    } catch (error) {
      this.#refuse(write, error)
      this.#connection.run('rollback')
      if (done.length > 0) this.#carefulRounds = CAREFUL_ROUNDS
      this.#queue.unshift(...done.splice(0).map((one) => one.write))
      return false
    }
  }

  async #runInSavepoint(write: QueuedWrite, done: DoneWrite[]): Promise<void> {
    try {
      this.#connection.run('savepoint work')
      const one = await this.#run(write)
      this.#connection.run('release work')
      done.push(one)
    } catch (error) {
      this.#refuse(write, error)
      this.#connection.run('rollback to work')
      this.#connection.run('release work')
    }
  }

  async #run(write: QueuedWrite): Promise<DoneWrite> {
    const lease = new Lease(this.#connection)
    const effects: (() => void)[] = []
    const writer = createWriter('sqlite', lease, { connection: this.#connection, effects })
    const value = await write.inItsContext(() =>
      runLeased(lease, () => write.work(writer), this.#timeLimits.writeMs),
    )
    return { write, value, effects }
  }

  #refuse(write: QueuedWrite, error: unknown): void {
    write.reject(toDiskRefusal(error))
    // A full disk or an I/O error makes SQLite undo the whole transaction, the writes before
    // this one included. They must not be told that they are safe.
    if (!this.#connection.inTransaction) throw error
  }

  #abandonRound(error: unknown, done: DoneWrite[]): void {
    for (const { write } of done) write.reject(toDiskRefusal(error))
    if (!this.#connection.inTransaction) return
    try {
      this.#connection.run('rollback')
    } catch (rollbackError) {
      // The next round finds the transaction still open and rejects its writes with that.
      this.#onProblem(toError(rollbackError))
    }
  }

  #runEffect(effect: () => void): void {
    try {
      effect()
    } catch (error) {
      this.#onProblem(toError(error))
    }
  }
}

export interface SqliteWriterParts {
  connection: SqliteConnection
  log: SqliteLogSync
  timeLimits: TimeLimits
  onProblem: (problem: Error) => void
}

interface QueuedWrite {
  durable: boolean
  work: (writer: Writer) => Promise<unknown>
  inItsContext: ReturnType<typeof AsyncLocalStorage.snapshot>
  resolve(value: unknown): void
  reject(reason: unknown): void
}

interface DoneWrite {
  write: QueuedWrite
  value: unknown
  effects: (() => void)[]
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

const MAX_BUSY_WAIT_MS = 50
const CAREFUL_ROUNDS = 100
