import { checkFits, writerIsClosed } from './blob-rules.ts'
import type { BlobDraft, BlobWriter } from './blob-store.ts'
import { partLength, partNumber } from './s3-parts.ts'

/**
 * Gathers one unit in memory and sends it as one part: a part must be one request of known length,
 * its signature covers its bytes, and a request that failed can be sent again only if the bytes are
 * still there. While one unit is under way the next is gathered, so that a writer holds two at most.
 */
export class S3Writer implements BlobWriter {
  readonly #draft: BlobDraft
  readonly #send: (partNumber: number, bytes: Buffer) => Promise<void>
  #unit: { start: number; bytes: Buffer; filled: number } | undefined
  #end: number
  /** Every part in its order. Once one has failed, everything after it fails alike. */
  #sends: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(
    draft: BlobDraft,
    offset: number,
    send: (partNumber: number, bytes: Buffer) => Promise<void>,
  ) {
    this.#draft = draft
    this.#end = offset
    this.#send = send
  }

  async append(bytes: Uint8Array, onTaken?: () => void): Promise<void> {
    if (this.#isClosed) throw writerIsClosed()
    checkFits(this.#draft, this.#end, bytes)
    const before = this.#sends
    let rest = bytes
    while (rest.length > 0) {
      this.#unit ??= this.#nextUnit()
      const taken = rest.subarray(0, this.#unit.bytes.length - this.#unit.filled)
      this.#unit.bytes.set(taken, this.#unit.filled)
      this.#unit.filled += taken.length
      this.#end += taken.length
      rest = rest.subarray(taken.length)
      if (this.#unit.filled === this.#unit.bytes.length) this.#sendUnit(this.#unit)
    }
    onTaken?.()
    if (this.#sends !== before) await before
  }

  async flush(): Promise<number> {
    if (this.#isClosed) throw writerIsClosed()
    const end = this.#unit?.start ?? this.#end
    await this.#sends
    return end
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    this.#unit = undefined
    // A failure has been reported, or the caller has given up what it was about.
    await this.#sends.catch(() => undefined)
  }

  #nextUnit() {
    const length = partLength(this.#draft, partNumber(this.#draft, this.#end))
    return { start: this.#end, bytes: Buffer.allocUnsafeSlow(length), filled: 0 }
  }

  #sendUnit({ start, bytes }: { start: number; bytes: Buffer }): void {
    this.#unit = undefined
    const number = partNumber(this.#draft, start)
    this.#sends = this.#sends.then(() => this.#send(number, bytes))
    // The next append or flush throws it.
    this.#sends.catch(() => undefined)
  }
}
