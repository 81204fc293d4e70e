import { ServiceError } from '@awan/protocol/errors'
import type { HeldBytes } from './byte-budget.ts'

export interface Arrival {
  /** What they are charged to, while they arrive. */
  held: HeldBytes
  /** More than that is not in memory at the same time. */
  maxBytes?: number
  graceMs?: number
  bytesPerSecond?: number
}

/** Less than any link that files are sent over. */
const MIN_BYTES_PER_SECOND = 16 * 1024
const GRACE_MS = 15_000

/** Bytes that are kept in memory as they come: charged when they are there, and from a sender who sends. */
export async function* arrivingBytes(
  bytes: AsyncIterable<Uint8Array>,
  { held, maxBytes = Number.POSITIVE_INFINITY, ...pace }: Arrival,
): AsyncGenerator<Uint8Array> {
  const chunks = bytes[Symbol.asyncIterator]()
  const sender = new Sender(pace)
  try {
    for (;;) {
      const { done, value } = await sender.waitFor(chunks.next())
      if (done) return
      sender.bytes += value.length
      const more = Math.min(value.length, maxBytes - held.bytes)
      const isFree = more > 0 ? held.grow(more) : undefined
      if (isFree) await isFree
      yield value
    }
  } finally {
    sender.end()
    const ending = chunks.return?.()
    // The bytes of a late sender end when its connection does.
    if (sender.isLate) ending?.catch(() => {})
    else await ending
  }
}

/** Counts the time in which we wait for the sender, and for nothing else. */
class Sender {
  bytes = 0
  isLate = false
  readonly #graceMs: number
  readonly #bytesPerSecond: number
  readonly #late = Promise.withResolvers<never>()
  #timer: NodeJS.Timeout
  #waitedMs = 0
  #waitsSince: number | undefined

  constructor({
    graceMs = GRACE_MS,
    bytesPerSecond = MIN_BYTES_PER_SECOND,
  }: Omit<Arrival, 'held' | 'maxBytes'>) {
    this.#graceMs = graceMs
    this.#bytesPerSecond = bytesPerSecond
    this.#late.promise.catch(() => {})
    this.#timer = setTimeout(() => this.#check(), graceMs)
  }

  async waitFor<T>(next: Promise<T>): Promise<T> {
    const since = performance.now()
    this.#waitsSince = since
    try {
      return await Promise.race([next, this.#late.promise])
    } finally {
      this.#waitsSince = undefined
      this.#waitedMs += performance.now() - since
    }
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  #check(): void {
    const now = performance.now()
    const waitedMs = this.#waitedMs + (this.#waitsSince === undefined ? 0 : now - this.#waitsSince)
    const leftMs = this.#graceMs + (this.bytes / this.#bytesPerSecond) * 1000 - waitedMs
    if (leftMs > 0) {
      this.#timer = setTimeout(() => this.#check(), leftMs + 1)
      return
    }
    this.isLate = true
    this.#late.reject(
      new ServiceError('deadline_exceeded', {
        description: `the body comes too slowly: send at least ${this.#bytesPerSecond} bytes a second`,
        status: 408,
      }),
    )
  }
}
