import { isServiceError } from '@awan/protocol/errors'
import type { ByteRange } from '../../blobs/blob-store.ts'
import type { ThumbnailJobRow } from '../../db/tables.ts'
import type { SpareTime } from '../../kernel/spare-time.ts'
import { outsideCalls } from '../../kernel/stall-watch.ts'
import { findBlob } from '../contents/contents.ts'
import type { ReadContent } from '../downloads/read-content.ts'
import { decodeSource } from './decode-source.ts'
import { type KeepParts, keepPictures } from './keep-pictures.ts'
import { noPicture } from './make-pictures.ts'
import { PictureProcess } from './picture-process.ts'
import type { PicturePrograms } from './programs.ts'
import { type PictureSource, readSource } from './read-source.ts'
import {
  changeJob,
  deleteJob,
  hasPictures,
  type JobKey,
  listFree,
  takeJob,
} from './thumbnails.store.ts'

/** Far longer than a picture takes: who does not come back in this time is dead. */
export const LEASE_MS = 600_000
/** So often a content is tried; one that ends the process each time is left alone then. */
export const MAX_ATTEMPTS = 3
const RETRY_MS = 60_000
/** More than anybody has in view. */
const MAX_WANTED = 500

export interface ThumbnailRunnerOptions extends KeepParts {
  readContent: ReadContent
  programs: PicturePrograms
  /** When one is taken that nobody has asked for; without it, at once. */
  spareTime?: Pick<SpareTime, 'use'> | undefined
  /** Told of what broke: it is tried again. */
  onProblem?: ((problem: unknown) => void) | undefined
}

/**
 * Makes the thumbnails that are ordered, of all drives, one content at a time, in processes of their
 * own: no request waits for it. What somebody looks for comes first, the latest of it
 * at the front; the rest when requests leave time. A job belongs to one process for as long as its lease
 * lasts, and what a killed one leaves behind is taken up by the next.
 */
export class ThumbnailRunner implements AsyncDisposable {
  readonly #options: ThumbnailRunnerOptions
  readonly #stop = new AbortController()
  readonly #pictures = new PictureProcess()
  #running: Promise<void> | undefined
  readonly #wanted = new Map<string, JobKey>()
  #isStarted = false
  #hasMore = false

  constructor(options: ThumbnailRunnerOptions) {
    this.#options = options
  }

  /** From now on what is asked for is made at once. */
  start(): void {
    this.#isStarted = true
  }

  /** Somebody looks for this one. */
  want(job: JobKey): void {
    const key = `${job.drive_id} ${job.blob_id}`
    this.#wanted.delete(key)
    this.#wanted.set(key, job)
    const [oldest] = this.#wanted.size > MAX_WANTED ? this.#wanted.keys() : []
    if (oldest !== undefined) this.#wanted.delete(oldest)
    if (!this.#isStarted || this.#stop.signal.aborted) return
    // Whoever looks for one is not the one that all of them are made for.
    outsideCalls(() => this.run()).catch((problem) => this.#options.onProblem?.(problem))
  }

  /** Works until there is nothing left to take. */
  run(): Promise<void> {
    this.#hasMore = true
    this.#running ??= this.#runAll().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await this.#pictures[Symbol.asyncDispose]()
    await this.#running
  }

  async #runAll(): Promise<void> {
    while (this.#hasMore && !this.#stop.signal.aborted) {
      this.#hasMore = false
      for (let job = await this.#takeNext(); job; job = await this.#takeNext()) {
        await this.#workOn(job)
        if (this.#stop.signal.aborted) return
      }
    }
  }

  async #takeNext(): Promise<ThumbnailJobRow | undefined> {
    const { spareTime } = this.#options
    const wanted = await this.#takeWanted()
    if (wanted) return wanted
    return spareTime ? spareTime.use(() => this.#take()) : this.#take()
  }

  async #takeWanted(): Promise<ThumbnailJobRow | undefined> {
    for (;;) {
      const last = [...this.#wanted].at(-1)
      if (!last) return undefined
      const [key, job] = last
      this.#wanted.delete(key)
      const taken = await this.#lease(job)
      if (taken) return taken
    }
  }

  async #take(): Promise<ThumbnailJobRow | undefined> {
    const { db, clock } = this.#options
    for (const free of await db.read((reader) => listFree(reader, clock.now(), 4))) {
      const taken = await this.#lease(free)
      if (taken) return taken
    }
    return undefined
  }

  #lease(job: JobKey): Promise<ThumbnailJobRow | undefined> {
    const { db, clock } = this.#options
    const now = clock.now()
    return db.write((writer) => takeJob(writer, job, { now, until: now + LEASE_MS }))
  }

  async #workOn(job: ThumbnailJobRow): Promise<void> {
    const { db, clock, onProblem } = this.#options
    try {
      if (job.attempts > MAX_ATTEMPTS) throw noPicture('it could not be made')
      // What has them already is only asked what its camera wrote.
      const makes = !(await db.read((reader) => hasPictures(reader, job)))
      const source = await this.#readSource(job, makes)
      // Should a program for it come to this machine, it is ordered again when somebody asks for it.
      const isKnown = source?.image ?? source?.camera ?? source?.video
      if (!source || (makes && !isKnown)) return await db.write((w) => deleteJob(w, job))
      const made = await decodeSource(this.#pictures, source, { makes })
      await keepPictures(this.#options, job, { ...made, problem: source.problem })
    } catch (problem) {
      if (isServiceError(problem, 'invalid_argument')) {
        const change = { state: 'failed', problem: problem.description } as const
        await db.write((writer) => changeJob(writer, job, change))
        return
      }
      const isStopped = this.#stop.signal.aborted
      if (!isStopped) onProblem?.(problem)
      const change = isStopped
        ? { leased_until: 0, attempts: job.attempts - 1 }
        : { leased_until: clock.now() + RETRY_MS }
      await db.write((writer) => changeJob(writer, job, change))
    }
  }

  /** Undefined where the content is gone. */
  async #readSource(job: ThumbnailJobRow, makes: boolean): Promise<PictureSource | undefined> {
    const { db, readContent, programs } = this.#options
    const blob = await db.read((reader) => findBlob(reader, job.drive_id, job.blob_id))
    if (!blob) return undefined
    const of = { driveId: job.drive_id, blobId: job.blob_id }
    const content = {
      sizeBytes: blob.size,
      read: (range: ByteRange) => readContent(of, range),
    }
    return readSource(job.kind, content, { programs, signal: this.#stop.signal, makes })
  }
}
