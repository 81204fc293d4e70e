import { ServiceError } from '@awan/protocol/errors'

/** The bytes of one unit of a blob, without those that are already kept in pieces. */
export interface Unit {
  start: number
  /** How many bytes at its beginning are kept in pieces. */
  heldBytes: number
  chunks: Uint8Array[]
}

export interface UnitCutterOptions {
  /** The beginning of a unit. */
  start: number
  /** How many bytes of that unit are kept in pieces. */
  heldBytes: number
  unitBytes: number
  sizeBytes: number
}

/** Gathers bytes that may end anywhere into the units in which a blob is written. */
export class UnitCutter {
  readonly #unitBytes: number
  readonly #sizeBytes: number
  #unit: Unit
  #filled: number

  constructor({ start, heldBytes, unitBytes, sizeBytes }: UnitCutterOptions) {
    this.#unitBytes = unitBytes
    this.#sizeBytes = sizeBytes
    this.#unit = { start, heldBytes, chunks: [] }
    this.#filled = heldBytes
  }

  /** The units that are complete with these bytes. */
  *cut(chunk: Uint8Array): Iterable<Unit> {
    for (let rest = chunk; rest.length > 0; ) {
      const room = this.#end - this.#unit.start - this.#filled
      if (room === 0) {
        throw new ServiceError('out_of_range', {
          description: `the body has more bytes than the ${this.#sizeBytes} of Upload-Length`,
        })
      }
      const bytes = rest.subarray(0, room)
      rest = rest.subarray(bytes.length)
      this.#unit.chunks.push(bytes)
      this.#filled += bytes.length
      if (bytes.length < room) return
      const complete = this.#unit
      this.#unit = { start: this.#end, heldBytes: 0, chunks: [] }
      this.#filled = 0
      yield complete
    }
  }

  /** Whether all bytes of the upload have been cut. */
  get isAtEnd(): boolean {
    return this.#unit.start === this.#sizeBytes
  }

  /** The unit that has begun. */
  get rest(): Unit {
    return this.#unit
  }

  get #end(): number {
    return Math.min(this.#unit.start + this.#unitBytes, this.#sizeBytes)
  }
}
