import { BLOCK_BYTES } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { BlobDraft, BlobStore, BlobWriter } from '../../blobs/blob-store.ts'
import type { Piece } from './block-reader.ts'

/** Writes pieces of blocks to their places in a blob, as they come. */
export class BlobSink implements AsyncDisposable {
  readonly #blobs: BlobStore
  readonly #draft: BlobDraft
  #writer: BlobWriter | undefined
  #block = -1

  constructor(blobs: BlobStore, draft: BlobDraft) {
    this.#blobs = blobs
    this.#draft = draft
  }

  async write({ block, bytes }: Piece, onTaken?: () => void): Promise<void> {
    const goesOn = block === this.#block || block === this.#block + 1
    if (!this.#writer || !goesOn) {
      // Blocks between were here already: their bytes stay as they are.
      await this.#writer?.flush()
      await this[Symbol.asyncDispose]()
      this.#writer = await this.#blobs.writeAt(this.#draft, block * BLOCK_BYTES)
    }
    this.#block = block
    await this.#writer.append(bytes, onTaken)
  }

  /** Everything that was written before this byte of the blob is durable afterwards. */
  async flush(before: number): Promise<void> {
    const durable = (await this.#writer?.flush()) ?? before
    if (durable < before) {
      throw new ServiceError('internal', {
        description: `the blob store kept ${durable} of ${before} bytes`,
      })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer?.[Symbol.asyncDispose]()
    this.#writer = undefined
  }
}
