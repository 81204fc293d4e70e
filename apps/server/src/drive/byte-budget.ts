/**
 * How many bytes of requests lie in memory at once. Who asks for more than is free waits for others to
 * end; nobody holds more than a share, so that a slow sender keeps only its own requests waiting.
 */
export class ByteBudget {
  readonly #maxBytes: number
  readonly #maxBytesEach: number
  readonly #waiting: Waiting[] = []
  readonly #heldBy = new Map<string, number>()
  #held = 0

  constructor({ maxBytes, maxBytesEach }: { maxBytes: number; maxBytesEach: number }) {
    this.#maxBytes = maxBytes
    this.#maxBytesEach = maxBytesEach
  }

  async take(holder: string, bytes: number): Promise<Disposable> {
    if (bytes > this.#maxBytesEach) throw new RangeError(`${bytes} bytes are more than a share`)
    if (!this.#fits(holder, bytes)) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#waiting.push({ holder, bytes, begin: resolve })
      await promise
    } else {
      this.#add(holder, bytes)
    }
    let isHeld = true
    return {
      [Symbol.dispose]: () => {
        if (!isHeld) return
        isHeld = false
        this.#add(holder, -bytes)
        this.#letIn()
      },
    }
  }

  /** In the order in which they came, but for those whose share is full. */
  #letIn(): void {
    for (let at = 0; at < this.#waiting.length; ) {
      const next = this.#waiting[at]
      if (!next || this.#held + next.bytes > this.#maxBytes) return
      if (!this.#fits(next.holder, next.bytes)) {
        at++
        continue
      }
      this.#waiting.splice(at, 1)
      // Held from now on, and not when it runs: another one may ask before that.
      this.#add(next.holder, next.bytes)
      next.begin()
    }
  }

  #fits(holder: string, bytes: number): boolean {
    const own = this.#heldBy.get(holder) ?? 0
    return this.#held + bytes <= this.#maxBytes && own + bytes <= this.#maxBytesEach
  }

  #add(holder: string, bytes: number): void {
    this.#held += bytes
    const own = (this.#heldBy.get(holder) ?? 0) + bytes
    if (own > 0) this.#heldBy.set(holder, own)
    else this.#heldBy.delete(holder)
  }
}

interface Waiting {
  holder: string
  bytes: number
  begin(): void
}
