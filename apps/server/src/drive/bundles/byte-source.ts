import { ServiceError } from '@awan/protocol/errors'

/** Takes pieces of known lengths from bytes that come in lengths of their own. */
export class ByteSource implements AsyncDisposable {
  readonly #chunks: AsyncIterator<Uint8Array>
  readonly #giveBack: ((bytes: Uint8Array) => void) | undefined
  #chunk: Uint8Array | undefined
  /** How much of the chunk is taken. */
  #taken = 0

  constructor(bytes: AsyncIterable<Uint8Array>, giveBack?: (bytes: Uint8Array) => void) {
    this.#chunks = bytes[Symbol.asyncIterator]()
    this.#giveBack = giveBack
  }

  /** Exactly so many bytes, in memory of their own. */
  async take(length: number): Promise<Buffer> {
    const piece = Buffer.allocUnsafeSlow(length)
    for (let filled = 0; filled < length; ) {
      const chunk = await this.#current()
      if (!chunk) {
        throw new ServiceError('invalid_argument', {
          description: 'the body has fewer bytes than announced',
        })
      }
      const some = chunk.subarray(this.#taken, this.#taken + length - filled)
      piece.set(some, filled)
      filled += some.length
      this.#taken += some.length
    }
    return piece
  }

  /** Refuses what comes after the end. */
  async end(): Promise<void> {
    if (await this.#current()) {
      throw new ServiceError('invalid_argument', {
        description: 'the body has more bytes than announced',
      })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#chunks.return?.()
  }

  async #current(): Promise<Uint8Array | undefined> {
    while (!this.#chunk || this.#taken === this.#chunk.length) {
      if (this.#chunk) this.#giveBack?.(this.#chunk)
      this.#chunk = undefined
      this.#taken = 0
      const { done, value } = await this.#chunks.next()
      if (done) return undefined
      this.#chunk = value
    }
    return this.#chunk
  }
}
