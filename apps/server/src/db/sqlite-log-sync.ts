import { fdatasync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { ServiceError } from '@awan/protocol/errors'

/**
 * Brings the write-ahead log of a database to the disk, off the event loop. SQLite itself would do it
 * inside the commit, where everybody else waits too.
 *
 * A commit has written its frames to the log before it returns, and the log is read up to the last
 * whole commit after a loss of power. So a commit is durable as soon as the log has been synced after
 * it; that is all that `synchronous = FULL` adds to `NORMAL`. What else wants the disk in a certain
 * order (the head of a new log, a checkpoint) SQLite syncs by itself under `NORMAL` as well.
 */
export class SqliteLogSync {
  readonly #path: string
  readonly #sync: (descriptor: number) => Promise<void>
  #log: FileHandle | undefined
  #failure: ServiceError | undefined

  constructor(path: string, sync: (descriptor: number) => Promise<void> = promisify(fdatasync)) {
    this.#path = `${path}-wal`
    this.#sync = sync
  }

  /**
   * After a sync that failed nobody knows what is on the disk, and the next one may claim success: the
   * system forgets such pages. Nothing is acknowledged any more till a new process has read the log.
   */
  assertHealthy(): void {
    if (this.#failure) throw this.#failure
  }

  /** Resolves when all that was committed before the call is on the disk. */
  async flush(): Promise<void> {
    this.assertHealthy()
    try {
      // The file lives as long as a connection is open; SQLite only rewrites and shortens it.
      this.#log ??= await open(this.#path, 'r+')
      await this.#sync(this.#log.fd)
    } catch (error) {
      this.#failure = new ServiceError('unavailable', {
        description:
          'The log of the database could not be written to disk; check the disk and start the server again',
        cause: error,
      })
      throw this.#failure
    }
  }

  async close(): Promise<void> {
    await this.#log?.close()
    this.#log = undefined
  }
}
