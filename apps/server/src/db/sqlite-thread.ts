import { type ResourceLimits, Worker } from 'node:worker_threads'
import { ServiceError } from '@awan/protocol/errors'

/** What crosses to a thread and back; buffers that an answer hands over are not copied. */
export type ThreadRequest<Question> = Question & { id: number }
export type ThreadReply<Answer> = Answer & { id: number }

/**
 * A thread with a read-only connection of its own, which its program opens. A crash of the thread
 * rejects what it was asked; the pool then puts a new thread in its place.
 */
export class SqliteThread<Question extends object, Answer extends object> {
  readonly #worker: Worker
  readonly #waiting = new Map<number, PromiseWithResolvers<Answer>>()
  #nextId = 0
  #end: Error | undefined

  constructor(program: URL, path: string, resourceLimits?: ResourceLimits) {
    this.#worker = new Worker(program, {
      workerData: { path },
      // Flags of this process, such as those of a test runner or an inspector, are not the thread's.
      execArgv: [],
      ...(resourceLimits && { resourceLimits }),
    })
    this.#worker.unref()
    this.#worker.on('message', (reply: ThreadReply<Answer>) =>
      this.#waiting.get(reply.id)?.resolve(reply),
    )
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(undefined))
  }

  get isAlive(): boolean {
    return this.#end === undefined
  }

  get isBusy(): boolean {
    return this.#waiting.size > 0
  }

  async ask(question: Question): Promise<Answer> {
    if (this.#end !== undefined) throw this.#end
    const answer = Promise.withResolvers<Answer>()
    const id = this.#nextId++
    this.#waiting.set(id, answer)
    // A thread at rest does not keep the process alive, one at work does.
    this.#worker.ref()
    try {
      this.#worker.postMessage({ ...question, id } satisfies ThreadRequest<Question>)
      return await answer.promise
    } finally {
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) this.#worker.unref()
    }
  }

  /** A query that runs ends first: SQLite's code cannot be stopped from outside. */
  async terminate(): Promise<void> {
    this.#fail(undefined)
    await this.#worker.terminate()
  }

  #fail(cause: unknown): void {
    this.#end ??= new ServiceError('unavailable', {
      description: 'A thread that reads the database has stopped',
      cause,
    })
    for (const answer of this.#waiting.values()) answer.reject(this.#end)
  }
}
