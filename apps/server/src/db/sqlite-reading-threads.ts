import { availableParallelism } from 'node:os'
import type { ThreadRead } from './database.ts'
import { ResourcePool } from './resource-pool.ts'
import { SqliteThread } from './sqlite-thread.ts'

/** Functions do not cross to a thread: it loads them by the address of their file. */
export type ReadingQuestion = { module: string; input: unknown }
/** Neither bytes nor a failure if a rule refused: the caller then reads as usual to find out why. */
export type ReadingAnswer = { bytes?: Uint8Array<ArrayBuffer>; failure?: string }

type ReadingThread = SqliteThread<ReadingQuestion, ReadingAnswer>

interface Options {
  waitMs: number
  onProblem: (problem: Error) => void
}

/** Threads that do whole reads, from the query to the bytes of an answer: one at a time each. */
export class SqliteReadingThreads {
  readonly #onProblem: Options['onProblem']
  readonly #threads: ResourcePool<ReadingThread>

  constructor(path: string, { waitMs, onProblem }: Options) {
    this.#onProblem = onProblem
    this.#threads = new ResourcePool({
      max: MAX_THREADS,
      waitMs,
      create: () => new SqliteThread(PROGRAM, path, RESOURCE_LIMITS),
      isUsable: (thread) => thread.isAlive,
      destroy: (thread) => thread.terminate(),
    })
  }

  /** Undefined when the thread did not do it, for whatever reason. */
  read<I>({ module }: ThreadRead<I>, input: I): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return this.#threads.use(async (thread) => {
      const { bytes, failure } = await thread
        .ask({ module: module.href, input })
        .catch((error: Error): ReadingAnswer => ({ failure: String(error.cause ?? error) }))
      if (failure !== undefined) this.#onProblem(new Error(`A read in a thread failed: ${failure}`))
      return bytes
    })
  }

  /** Call when no read is under way. */
  close(): Promise<void> {
    return this.#threads.close()
  }
}

const PROGRAM = new URL('./sqlite-reading-thread.worker.ts', import.meta.url)
const MAX_THREADS = Math.min(4, availableParallelism())
/**
 * Twenty megabytes are in use. A limit near that has V8 look for garbage after every few pages, which costs
 * more than reading them.
 */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 160 }
