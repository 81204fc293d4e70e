import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { ServiceError } from '@awan/protocol/errors'

/**
 * How much may still be written. A little is left free: without it the database, which is mostly on
 * the same disk, could not even record that something was deleted, and nothing would ever become free.
 * What was free a moment ago is counted down, so that a roomy disk is asked once a second.
 */
export class DiskRoom {
  readonly #root: string
  #freeBytes = 0
  #askedAtMs = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | undefined

  constructor(root: string) {
    this.#root = root
  }

  /** Call before bytes are written; throws `resource_exhausted` when they are too many. */
  async take(bytes: number): Promise<void> {
    const isOld = performance.now() - this.#askedAtMs > GOOD_FOR_MS
    if (isOld || this.#freeBytes < bytes) await this.#ask()
    if (this.#freeBytes < bytes) throw diskIsFull()
    this.#freeBytes -= bytes
  }

  async check(): Promise<void> {
    await this.#ask()
    if (this.#freeBytes < LITTLE_BYTES) throw diskIsFull()
  }

  /** Those who ask at the same time share the answer, and what each then takes is counted. */
  #ask(): Promise<void> {
    this.#asking ??= statfs(this.#root)
      .then((told) => {
        this.#freeBytes = toFreeBytes(told)
        this.#askedAtMs = performance.now()
      })
      .finally(() => {
        this.#asking = undefined
      })
    return this.#asking
  }
}

/** Some file systems tell no size: what does not fit there is refused when it is written. */
function toFreeBytes({ bavail, blocks, bsize }: StatsFs): number {
  if (blocks === 0) return Number.POSITIVE_INFINITY
  return bavail * bsize - Math.min(MAX_RESERVE_BYTES, blocks * bsize * RESERVE)
}

const GOOD_FOR_MS = 1_000
/** Less than this is as good as nothing. */
const LITTLE_BYTES = 1024 * 1024
/** Of the whole disk. */
const RESERVE = 0.05
const MAX_RESERVE_BYTES = 64 * 1024 * 1024

function diskIsFull(): ServiceError {
  return new ServiceError('resource_exhausted', {
    description: 'the disk that holds the file contents is full',
  })
}
