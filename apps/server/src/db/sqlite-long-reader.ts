import { Worker } from 'node:worker_threads'
import { ServiceError } from '@awan/protocol/errors'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { LeasedConnection, PreparedStatement } from './lease.ts'
import { refuseToStream } from './no-streams.ts'
import { createSqliteError } from './sqlite-connection.ts'

/** What crosses to the thread and back. */
export type ThreadRequest = { id: number; sql: string; parameters: readonly unknown[] }
export type ThreadReply =
  | { id: number; rows: unknown[] }
  | { id: number; error: { message: string; code: string | undefined } }

/**
 * A read-only connection in a thread of its own, so that a scan does not stop the event loop. A
 * crash of the thread rejects the query that it ran; the pool then puts a new thread in its place.
 */
export class SqliteLongReader implements LeasedConnection {
  readonly #worker: Worker
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown[]>>()
  #nextId = 0
  #end: Error | undefined

  constructor(path: string) {
    this.#worker = new Worker(new URL('./sqlite-long-reader.worker.ts', import.meta.url), {
      workerData: { path },
      // Flags of this process, such as those of a test runner or an inspector, are not the thread's.
      execArgv: [],
    })
    this.#worker.unref()
    this.#worker.on('message', (reply: ThreadReply) => this.#settle(reply))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(undefined))
  }

  get isAlive(): boolean {
    return this.#end === undefined
  }

  get isBusy(): boolean {
    return this.#waiting.size > 0
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return { rows: (await this.run(query.sql, query.parameters)) as R[] }
  }

  async runPrepared<R>({ sql, parameters }: PreparedStatement): Promise<R[]> {
    return (await this.run(sql, parameters)) as R[]
  }

  async run(sql: string, parameters: readonly unknown[] = []): Promise<unknown[]> {
    if (this.#end !== undefined) throw this.#end
    const answer = Promise.withResolvers<unknown[]>()
    const id = this.#nextId++
    this.#waiting.set(id, answer)
    // A thread at rest does not keep the process alive, one at work does.
    this.#worker.ref()
    try {
      this.#worker.postMessage({ id, sql, parameters } satisfies ThreadRequest)
      return await answer.promise
    } finally {
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) this.#worker.unref()
    }
  }

  readonly streamQuery = refuseToStream

  /** A query that runs ends first: SQLite's code cannot be stopped from outside. */
  async terminate(): Promise<void> {
    this.#fail(undefined)
    await this.#worker.terminate()
  }

  #settle(reply: ThreadReply): void {
    const answer = this.#waiting.get(reply.id)
    if (answer === undefined) return
    if ('rows' in reply) answer.resolve(reply.rows)
    else if (reply.error.code === undefined) answer.reject(new Error(reply.error.message))
    else answer.reject(createSqliteError(reply.error.message, reply.error.code))
  }

  #fail(cause: unknown): void {
    this.#end ??= new ServiceError('unavailable', {
      description: 'The thread of a long read has stopped',
      cause,
    })
    for (const answer of this.#waiting.values()) answer.reject(this.#end)
  }
}
