import { createHash } from 'node:crypto'
import { blockLength } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'

/** A part of one block, as it lies in the bytes that came. */
export interface Piece {
  readonly block: number
  readonly bytes: Uint8Array
}

export interface HashedBlock {
  readonly block: number
  readonly hash: string
}

/** Cuts a stream of bytes at the ends of blocks and hashes the blocks; nothing is copied. */
export class BlockReader {
  readonly #sizeBytes: number
  readonly #last: number
  #block: number
  #filled = 0
  #hash = createHash('sha256')

  constructor(sizeBytes: number, first: number, last: number) {
    this.#sizeBytes = sizeBytes
    this.#block = first
    this.#last = last
  }

  get isWithinBlock(): boolean {
    return this.#filled > 0
  }

  *cut(chunk: Uint8Array): Iterable<Piece> {
    for (let rest = chunk; rest.length > 0; ) {
      if (this.#block > this.#last) {
        throw new ServiceError('out_of_range', {
          description: 'more bytes than the upload has or than one request may carry',
        })
      }
      const bytes = rest.subarray(0, this.#length - this.#filled)
      rest = rest.subarray(bytes.length)
      yield { block: this.#block, bytes }
    }
  }

  /** Takes the pieces in the order in which they were cut. Tells when one completes its block. */
  hash({ bytes }: Piece): HashedBlock | undefined {
    this.#hash.update(bytes)
    this.#filled += bytes.length
    if (this.#filled < this.#length) return undefined
    const complete = { block: this.#block, hash: this.#hash.digest('hex') }
    this.#block++
    this.#filled = 0
    this.#hash = createHash('sha256')
    return complete
  }

  get #length(): number {
    return blockLength(this.#sizeBytes, this.#block)
  }
}
