/** Cuts bytes of unknown length into units, and knows of each whether another one comes. */
export class UnitReader implements AsyncDisposable {
  readonly #chunks: AsyncIterator<Uint8Array>
  readonly #giveBack: ((bytes: Uint8Array) => void) | undefined
  #chunk: Uint8Array = new Uint8Array(0)
  #used = 0

  constructor(
    bytes: AsyncIterable<Uint8Array>,
    giveBack: ((bytes: Uint8Array) => void) | undefined,
  ) {
    this.#chunks = bytes[Symbol.asyncIterator]()
    this.#giveBack = giveBack
  }

  /** Fills the memory as far as bytes come. */
  async fill(unit: Uint8Array): Promise<{ bytes: Uint8Array; isLast: boolean }> {
    let filled = 0
    while (await this.#hasMore()) {
      if (filled === unit.length) return { bytes: unit, isLast: false }
      const some = this.#chunk.subarray(this.#used, this.#used + unit.length - filled)
      unit.set(some, filled)
      filled += some.length
      this.#used += some.length
    }
    return { bytes: unit.subarray(0, filled), isLast: true }
  }

  async #hasMore(): Promise<boolean> {
    while (this.#used === this.#chunk.length) {
      if (this.#used > 0) this.#giveBack?.(this.#chunk)
      this.#chunk = new Uint8Array(0)
      this.#used = 0
      const { done, value } = await this.#chunks.next()
      if (done) return false
      this.#chunk = value
    }
    return true
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#chunks.return?.()
  }
}
