import type { ByteRange } from '../../blobs/blob-store.ts'

/** Goes through the bytes of something and lets through those of a range. */
export class ByteWindow {
  readonly #range: ByteRange
  #at: number

  constructor(range: ByteRange, at: number) {
    this.#range = range
    this.#at = at
  }

  /** Where it is in the whole. */
  get at(): number {
    return this.#at
  }

  get isOver(): boolean {
    return this.#at > this.#range.end
  }

  /** Whether any of the next bytes are asked for. */
  touches(length: number): boolean {
    return length > 0 && this.#at + length > this.#range.start && !this.isOver
  }

  /** Goes past the next bytes and tells which of them are asked for, counted from the first. */
  pass(length: number): ByteRange | undefined {
    const range = this.touches(length)
      ? {
          start: Math.max(this.#range.start - this.#at, 0),
          end: Math.min(this.#range.end - this.#at, length - 1),
        }
      : undefined
    this.#at += length
    return range
  }

  *cut(bytes: Buffer): Generator<Buffer> {
    const range = this.pass(bytes.length)
    if (range) yield bytes.subarray(range.start, range.end + 1)
  }
}
