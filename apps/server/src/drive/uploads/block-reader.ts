import { blockLength } from '@awan/protocol'

/** A part of one block, as it lies in the bytes that came. */
export interface Piece {
  readonly block: number
  readonly bytes: Uint8Array
  /** Whether the block is complete with it. */
  readonly endsBlock: boolean
}

/** Cuts a stream of bytes at the ends of blocks; nothing is copied. */
export class BlockReader {
  readonly #sizeBytes: number
  readonly #last: number
  #block: number
  #filled = 0
  #isTooLong = false

  constructor(sizeBytes: number, first: number, last: number) {
    this.#sizeBytes = sizeBytes
    this.#block = first
    this.#last = last
  }

  get isWithinBlock(): boolean {
    return this.#filled > 0
  }

  /** Whether there were bytes beyond the last block. */
  get isTooLong(): boolean {
    return this.#isTooLong
  }

  cut(chunk: Uint8Array): Piece[] {
    const pieces: Piece[] = []
    for (let rest = chunk; rest.length > 0; ) {
      if (this.#block > this.#last) {
        this.#isTooLong = true
        break
      }
      const block = this.#block
      const length = blockLength(this.#sizeBytes, block)
      const bytes = rest.subarray(0, length - this.#filled)
      rest = rest.subarray(bytes.length)
      this.#filled += bytes.length
      const endsBlock = this.#filled === length
      pieces.push({ block, bytes, endsBlock })
      if (!endsBlock) continue
      this.#block++
      this.#filled = 0
    }
    return pieces
  }
}
