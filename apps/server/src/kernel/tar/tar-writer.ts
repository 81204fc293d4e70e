import { TAR_END, type TarEntry, tarHeader, tarPadding } from './tar-records.ts'

/** Takes bytes one piece after the other, as fast as they are taken from it. */
export type WriteBytes = (bytes: Uint8Array) => Promise<void>

/** Writes one archive, file after file; concurrent calls wait for each other. */
export class TarWriter {
  readonly #write: WriteBytes
  #last: Promise<unknown> = Promise.resolve()

  constructor(write: WriteBytes) {
    this.#write = write
  }

  /**
   * The bytes are asked for when it is their turn. The header has told how many there are: of more the
   * rest is left out, and fewer are filled up. False when it was either.
   */
  add(
    entry: TarEntry,
    open: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>,
  ): Promise<boolean> {
    const own = this.#last.then(async () => this.#add(entry, await open()))
    this.#last = own.catch(() => undefined)
    return own
  }

  async end(): Promise<void> {
    await this.#last
    await this.#write(TAR_END)
  }

  async #add(entry: TarEntry, bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
    await this.#write(tarHeader(entry))
    let left = entry.sizeBytes
    let isWhole = true
    try {
      for await (const chunk of bytes) {
        const piece = chunk.subarray(0, left)
        if (piece.length > 0) await this.#write(piece)
        left -= piece.length
        if (piece.length === chunk.length) continue
        isWhole = false
        break
      }
    } finally {
      isWhole &&= left === 0
      // What follows can be read, whatever became of this one.
      for (; left > 0; left -= ZEROS.length) await this.#write(ZEROS.subarray(0, left))
      await this.#write(tarPadding(entry.sizeBytes))
    }
    return isWhole
  }
}

const ZEROS = Buffer.alloc(1024 * 1024)
