import type { Reader, TimeLimits } from './database.ts'
import { createReader } from './handle.ts'
import { Lease, runLeased } from './lease.ts'
import { ResourcePool } from './resource-pool.ts'
import type { SqliteLongReader } from './sqlite-long-reader.ts'

/** A few threads for long reads, each with one transaction at a time. */
export class SqliteLongReaders {
  readonly #threads: ResourcePool<SqliteLongReader>
  readonly #timeLimits: TimeLimits

  constructor(createThread: () => SqliteLongReader, timeLimits: TimeLimits) {
    this.#timeLimits = timeLimits
    this.#threads = new ResourcePool({
      max: MAX_THREADS,
      waitMs: timeLimits.waitMs,
      create: createThread,
      isUsable: (thread) => thread.isAlive,
      destroy: (thread) => thread.terminate(),
    })
  }

  read<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    return this.#threads.use(async (thread) => {
      const lease = new Lease(thread)
      const reader = createReader('sqlite', lease)
      await thread.run('begin')
      try {
        return await runLeased(lease, () => work(reader), this.#timeLimits.readLongMs)
      } finally {
        if (lease.isExpired && thread.isBusy) void thread.terminate()
        // A thread that cannot end its transaction is of no further use.
        else await thread.run('rollback').catch(() => thread.terminate())
      }
    })
  }

  /** Call when no read is under way. */
  close(): Promise<void> {
    return this.#threads.close()
  }
}

const MAX_THREADS = 2
