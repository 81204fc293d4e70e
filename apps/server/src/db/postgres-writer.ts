import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { ServiceError } from '@awan/protocol/errors'
import pg from 'pg'
import { isLateWork, outsideCalls } from '../kernel/stall-watch.ts'
import type { TimeLimits, WriteOptions, Writer } from './database.ts'
import { createWriter } from './handle.ts'
import { Lease, runLeased } from './lease.ts'
import {
  isAfterFailure,
  isCollision,
  isConnectionFailure,
  isLostReference,
  type PooledClient,
  PostgresConnection,
} from './postgres-connection.ts'
import { type PostgresTransactions, toUnavailable } from './postgres-transactions.ts'
import { createPlaces, type ResourcePool } from './resource-pool.ts'

export interface PostgresWriterParts {
  transactions: PostgresTransactions
  timeLimits: TimeLimits
  /** So many transactions of writers at a time; further ones wait without a connection. */
  maxAtOnce: number
  onProblem(problem: Error): void
}

/**
 * Writes run in parallel, except those of one queue: they would wait for the same row in the database, each with a
 * connection that others need, so that they wait here. Those that wait together share a transaction and its commit,
 * as on SQLite. A savepoint keeps each but the first from the others: what one that fails has done is undone, and
 * when a whole transaction is undone because of one, the others run again.
 *
 * Nothing runs again after a commit whose answer is lost: it may have happened.
 */
export class PostgresWriter {
  readonly #parts: PostgresWriterParts
  readonly #places: ResourcePool<true>
  readonly #queues = new Map<string, QueuedWrite[]>()

  constructor(parts: PostgresWriterParts) {
    this.#parts = parts
    this.#places = createPlaces(parts.maxAtOnce, parts.timeLimits.waitMs)
  }

  write<T>(
    work: (writer: Writer) => Promise<T>,
    { durable = true, queue: key }: WriteOptions = {},
  ): Promise<T> {
    const result = Promise.withResolvers<T>()
    const write: QueuedWrite = {
      work,
      durable,
      collisions: 0,
      isAlone: false,
      // A queue would run work in the async context of the first caller; this one has its own.
      inItsContext: AsyncLocalStorage.snapshot(),
      resolve: result.resolve as (value: unknown) => void,
      reject: result.reject,
    }
    const queue = key === undefined ? undefined : this.#queues.get(key)
    if (queue) this.#wait(queue, write)
    else void this.#drain([write], key)
    return result.promise
  }

  /** Whoever waits longer than one may is told so. */
  #wait(queue: QueuedWrite[], write: QueuedWrite): void {
    queue.push(write)
    write.timer = setTimeout(() => {
      queue.splice(queue.indexOf(write), 1)
      write.reject(tooLong())
    }, this.#parts.timeLimits.waitMs)
  }

  async #drain(queue: QueuedWrite[], key: string | undefined): Promise<void> {
    if (key !== undefined) this.#queues.set(key, queue)
    while (queue.length > 0) {
      try {
        await this.#places.use(() => this.#runRound(queue))
      } catch (error) {
        rejectAll(queue, error)
      }
      const collisions = queue[0]?.collisions ?? 0
      if (collisions > 0) await delay(Math.random() * 10 * 2 ** collisions)
    }
    if (key !== undefined) this.#queues.delete(key)
  }

  /** One transaction. What is to run again is at the head of the queue afterwards. */
  async #runRound(queue: QueuedWrite[]): Promise<void> {
    const { transactions } = this.#parts
    const isDurable = queue[0]?.durable ?? true
    const client = await transactions.begin(isDurable ? BEGIN_WRITE : BEGIN_LIGHT_WRITE)
    // The first may have given up meanwhile, and the one behind it is promised more than was begun.
    if (!isDurable && queue[0]?.durable) return transactions.end(client)
    const round: Round = { client, queue, done: [], savepoints: 0 }
    const until = performance.now() + this.#parts.timeLimits.shareMs
    let next = queue.shift()
    while (next) {
      const isGood = await this.#runOne(round, next)
      if (!isGood) return
      const isOver = performance.now() > until || round.savepoints >= MAX_TOGETHER
      next = !isOver && mayFollow(round.done, queue[0]) ? queue.shift() : undefined
    }
    await this.#commit(round)
  }

  /** Whether the transaction goes on: if not, it is undone and its writes are settled or in the queue again. */
  async #runOne(round: Round, write: QueuedWrite): Promise<boolean> {
    const { client, queue, done } = round
    const { transactions, timeLimits } = this.#parts
    clearTimeout(write.timer)
    const connection = new PostgresConnection(client, transactions.watch)
    const isGuarded = done.length > 0
    if (isGuarded) connection.post(`savepoint s${++round.savepoints}`)
    const lease = new Lease(connection)
    const effects: (() => void)[] = []
    const writer = createWriter('postgres', lease, { connection, effects })
    try {
      const value = await write.inItsContext(() =>
        runLeased(lease, () => runInTime(write, writer), timeLimits.writeMs),
      )
      // After a failed query PostgreSQL answers COMMIT with ROLLBACK, and no error.
      if (connection.failure !== undefined) throw connection.failure
      done.push({ write, value, effects, connection })
      return true
    } catch (error) {
      // Whatever the work made of it, a collision is no answer.
      const failure = connection.failure ?? error
      const reason = isAfterFailure(error) ? failure : error
      const isStuck = lease.isExpired
      const isAgain = mayRunAgain(write, failure) || isCollision(error)
      const isGood =
        isGuarded && !isStuck && !isAgain && (await this.#undoOne(round, connection.failure))
      const hasCulprit = findFailure(done) !== undefined
      if (!isGood) await transactions.end(client, { isStuck })
      // What is wrong may come from one before: each shows alone whose it is.
      if (hasCulprit) runAgain(queue, [write], { isAlone: true })
      else if (isAgain) this.#repeat(queue, write)
      else write.reject(toUnavailable(reason))
      if (!isGood) runAgain(queue, writesOf(done), { isAlone: hasCulprit })
      return isGood
    }
  }

  /** Undoes what the last one has done. False when more than that is lost. */
  async #undoOne({ client, done, savepoints }: Round, failure: unknown): Promise<boolean> {
    if (isConnectionFailure(failure)) return false
    const { transactions, timeLimits } = this.#parts
    try {
      const withinMs = timeLimits.waitMs
      await transactions.watch.ask(client, `rollback to savepoint s${savepoints}`, { withinMs })
    } catch {
      return false
    }
    // All that was posted before has been answered now.
    return findFailure(done) === undefined
  }

  async #commit({ client, queue, done }: Round): Promise<void> {
    const { transactions, timeLimits } = this.#parts
    try {
      const withinMs = timeLimits.waitMs
      const { command } = await transactions.watch.ask(client, 'commit', { withinMs })
      if (command !== 'COMMIT') throw new UndoneError(command, findFailure(done))
    } catch (error) {
      await transactions.end(client)
      this.#settleUndone(queue, done, error)
      return
    }
    client.release()
    for (const { write, effects } of done) {
      // What follows a commit is never late: it is committed.
      for (const effect of effects) {
        write.inItsContext(() => outsideCalls(() => this.#runEffect(effect)))
      }
    }
    for (const { write, value } of done) write.resolve(value)
  }

  #settleUndone(queue: QueuedWrite[], done: readonly DoneWrite[], error: unknown): void {
    const writes = writesOf(done)
    const [write] = writes
    const reason = error instanceof UndoneError ? (error.cause ?? error) : error
    // Where the answer was lost it may have happened: nothing runs again.
    if (!isUndone(error)) for (const one of writes) one.reject(toUnavailable(error))
    else if (writes.length > 1) runAgain(queue, writes, { isAlone: true })
    else if (write && mayRunAgain(write, reason)) this.#repeat(queue, write)
    else write?.reject(reason)
  }

  #repeat(queue: QueuedWrite[], write: QueuedWrite): void {
    if (++write.collisions < MAX_ATTEMPTS) runAgain(queue, [write], { isAlone: true })
    else write.reject(collidedTooOften())
  }

  #runEffect(effect: () => void): void {
    try {
      effect()
    } catch (error) {
      this.#parts.onProblem(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

interface QueuedWrite {
  durable: boolean
  work: (writer: Writer) => Promise<unknown>
  /** How often another transaction stood in its way. */
  collisions: number
  /** In a transaction of its own. */
  isAlone: boolean
  timer?: NodeJS.Timeout
  inItsContext: ReturnType<typeof AsyncLocalStorage.snapshot>
  resolve(value: unknown): void
  reject(reason: unknown): void
}

interface DoneWrite {
  write: QueuedWrite
  value: unknown
  effects: (() => void)[]
  connection: PostgresConnection
}

interface Round {
  client: PooledClient
  queue: QueuedWrite[]
  done: DoneWrite[]
  savepoints: number
}

function runInTime({ work }: QueuedWrite, writer: Writer): Promise<unknown> {
  if (isLateWork()) {
    throw new ServiceError('unavailable', {
      description:
        'This process did not run for a while, and writes nothing that it was asked for before',
    })
  }
  return work(writer)
}

/** PostgreSQL has said that nothing of it was committed. */
class UndoneError extends Error {
  constructor(command: string, cause: unknown) {
    super(`PostgreSQL answered COMMIT with ${command}`, { cause })
  }
}

function isUndone(error: unknown): boolean {
  if (isConnectionFailure(error)) return false
  return error instanceof UndoneError || error instanceof pg.DatabaseError
}

/** A collision, or a row that was read a moment ago and deleted before one could point at it: the rule looks again. */
function mayRunAgain(write: QueuedWrite, failure: unknown): boolean {
  return isCollision(failure) || (write.collisions === 0 && isLostReference(failure))
}

function mayFollow(done: readonly DoneWrite[], next: QueuedWrite | undefined): boolean {
  const last = done.at(-1)?.write
  return !last?.isAlone && !next?.isAlone && last?.durable === next?.durable
}

/** Of what was posted: a failure that no work has seen. */
function findFailure(done: readonly DoneWrite[]): unknown {
  const failures = done.map(({ connection }) => connection.failure)
  return failures.find((failure) => failure !== undefined && !isConnectionFailure(failure))
}

function writesOf(done: readonly DoneWrite[]): QueuedWrite[] {
  return done.map(({ write }) => write)
}

/** Before all others, in their order. */
function runAgain(
  queue: QueuedWrite[],
  writes: readonly QueuedWrite[],
  { isAlone }: { isAlone: boolean },
): void {
  if (isAlone) for (const write of writes) write.isAlone = true
  queue.unshift(...writes)
}

function rejectAll(queue: QueuedWrite[], error: unknown): void {
  for (const write of queue.splice(0)) {
    clearTimeout(write.timer)
    write.reject(error)
  }
}

function collidedTooOften(): ServiceError {
  return new ServiceError('aborted', {
    description: `The write conflicted with others ${MAX_ATTEMPTS} times; try again`,
  })
}

function tooLong(): ServiceError {
  return new ServiceError('unavailable', {
    description: 'Too many changes of the same drive are waiting; try again',
  })
}

/** A process that says nothing for so long within a transaction does not run, and others wait for its locks. */
const SILENT_MS = 5_000
const BEGIN_WRITE = `start transaction isolation level read committed read write; set local idle_in_transaction_session_timeout = ${SILENT_MS}`
const BEGIN_LIGHT_WRITE = `${BEGIN_WRITE}; set local synchronous_commit = off`
const MAX_ATTEMPTS = 5
/** Each has a savepoint, and PostgreSQL slows down where a transaction has more than 64. */
const MAX_TOGETHER = 32
