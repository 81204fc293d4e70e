import { MAX_REQUEST_BYTES } from '@awan/protocol'
import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { Access } from './access/access.ts'

export interface ByteBudgetOptions {
  maxBytes: number
  maxBytesEach: number
  /** How long a request waits for bytes before it is refused. */
  waitMs?: number
}

/** Of what is gathered before it can be written: several large units at once, and by the dozen those that are usual. */
export const ARRIVING_BYTES: ByteBudgetOptions = {
  maxBytes: 4 * MAX_REQUEST_BYTES,
  maxBytesEach: MAX_REQUEST_BYTES,
}

/** Whose share it is. All visitors of a link have one together, and take nothing of the drive's own. */
export function holderOf({ driveId, actor }: Access): string {
  return actor.kind === 'visitor' ? `${driveId} ${actor.grantId}` : driveId
}

/** What one request holds. */
export interface HeldBytes extends Disposable {
  readonly bytes: number
  /** Undefined where the bytes are free at once. */
  grow(bytes: number): Promise<void> | undefined
}

/**
 * How many bytes of requests lie in memory at once. Who asks for more than is free waits for others to
 * end, but not for long; nobody holds more than a share, so that a slow sender keeps only its own
 * requests waiting. Of those that have begun and want more, one may go beyond the limit: otherwise all
 * of them could wait for each other.
 */
export class ByteBudget {
  readonly #all: Limit
  readonly #maxBytesEach: number
  readonly #waitMs: number
  readonly #shares = new Map<string, Limit>()
  readonly #waiting: Waiting[] = []

  constructor({ maxBytes, maxBytesEach, waitMs = WAIT_MS }: ByteBudgetOptions) {
    this.#all = new Limit(maxBytes)
    this.#maxBytesEach = maxBytesEach
    this.#waitMs = waitMs
  }

  /** So many bytes from the beginning. */
  async take(holder: string, bytes: number): Promise<HeldBytes> {
    if (bytes > this.#maxBytesEach) throw new RangeError(`${bytes} bytes are more than a share`)
    const held = this.hold(holder)
    await held.grow(bytes)
    return held
  }

  /** Nothing yet: bytes are charged as they arrive. */
  hold(holder: string): HeldBytes {
    const held = new Holding()
    return {
      get bytes() {
        return held.bytes
      },
      grow: (bytes) => {
        if (this.#mayGrow(holder, held, bytes)) return this.#add(holder, held, bytes)
        return this.#wait(holder, held, bytes)
      },
      [Symbol.dispose]: () => {
        if (held.bytes === 0) return
        this.#remove(holder, held)
        this.#letIn()
      },
    }
  }

  #wait(holder: string, held: Holding, bytes: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting: Waiting = { holder, held, bytes, begin: resolve }
    this.#waiting.push(waiting)
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
      const isOwn = !this.#shareOf(holder).has(held, bytes)
      reject(isOwn ? shareFull() : memoryFull())
    }, this.#waitMs)
    return promise.finally(() => clearTimeout(timer))
  }

  /** In the order in which they came, but for those whose share is full. */
  #letIn(): void {
    for (let at = 0; at < this.#waiting.length; ) {
      const next = this.#waiting[at]
      if (!next || !this.#all.has(next.held, next.bytes)) return
      const { holder, held, bytes } = next
      if (!this.#mayGrow(holder, held, bytes)) {
        at++
        continue
      }
      this.#waiting.splice(at, 1)
      // Held from now on, and not when it runs: another one may ask before that.
      this.#add(holder, held, bytes)
      next.begin()
    }
  }

  #mayGrow(holder: string, held: Holding, bytes: number): boolean {
    return this.#all.has(held, bytes) && this.#shareOf(holder).has(held, bytes)
  }

  #add(holder: string, held: Holding, bytes: number): undefined {
    const share = this.#shareOf(holder)
    this.#shares.set(holder, share)
    held.bytes += bytes
    this.#all.add(held, bytes)
    share.add(held, bytes)
  }

  #remove(holder: string, held: Holding): void {
    const share = this.#shareOf(holder)
    this.#all.remove(held)
    share.remove(held)
    held.bytes = 0
    if (share.bytes === 0) this.#shares.delete(holder)
  }

  #shareOf(holder: string): Limit {
    return this.#shares.get(holder) ?? new Limit(this.#maxBytesEach)
  }
}

const WAIT_MS = 30_000

class Holding {
  bytes = 0
}

interface Waiting {
  holder: string
  held: Holding
  bytes: number
  begin(): void
}

class Limit {
  bytes = 0
  readonly #maxBytes: number
  /** The one that is beyond the limit. */
  #over: Holding | undefined

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  has(held: Holding, bytes: number): boolean {
    if (this.bytes + bytes <= this.#maxBytes || held === this.#over) return true
    return held.bytes > 0 && this.#over === undefined
  }

  add(held: Holding, bytes: number): void {
    this.bytes += bytes
    if (this.bytes > this.#maxBytes) this.#over = held
  }

  remove(held: Holding): void {
    this.bytes -= held.bytes
    if (this.#over === held) this.#over = undefined
  }
}

function shareFull(): ServiceError {
  return new ServiceError('resource_exhausted', {
    description:
      'too many bytes of this drive are being received at once: send fewer requests at a time',
    details: RETRY_SOON,
  })
}

function memoryFull(): ServiceError {
  return new ServiceError('unavailable', {
    description: 'the server is receiving as many bytes as it can: send the request again',
    details: RETRY_SOON,
  })
}

const RETRY_SOON = [{ '@type': ERROR_INFO, domain: 'drive', metadata: { retry_after: '5' } }]
