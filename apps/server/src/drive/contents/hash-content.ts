import { BLOCK_BYTES, type HashAlgorithm } from '@awan/protocol'
import { type BlockHasher, createBlockHasher } from './block-hash.ts'
import { ContentHasher } from './content-hash.ts'

/** Takes a content as it passes, in pieces of any length, and gives its hash and size. */
export class PassingHash {
  readonly #algorithm: HashAlgorithm
  readonly #content: ContentHasher
  #block: BlockHasher | undefined
  #blockBytes = 0
  sizeBytes = 0

  constructor(algorithm: HashAlgorithm) {
    this.#algorithm = algorithm
    this.#content = new ContentHasher(algorithm)
  }

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const piece = bytes.subarray(at, at + BLOCK_BYTES - this.#blockBytes)
      this.#block ??= createBlockHasher(this.#algorithm)
      this.#block.update(piece)
      this.#blockBytes += piece.length
      at += piece.length
      if (this.#blockBytes === BLOCK_BYTES) this.#endBlock()
    }
    this.sizeBytes += bytes.length
  }

  digest(): string {
    this.#endBlock()
    return this.#content.digest()
  }

  #endBlock(): void {
    if (this.#block) this.#content.add(this.#block.digest())
    this.#block = undefined
    this.#blockBytes = 0
  }
}

/** Reads a content to its end, and hashes it as it was hashed when it had this hash. */
export async function hashContent(
  bytes: AsyncIterable<Uint8Array>,
  algorithm: HashAlgorithm,
  onBytes: (count: number) => void = () => undefined,
): Promise<{ hash: string; sizeBytes: number }> {
  const passing = new PassingHash(algorithm)
  for await (const chunk of bytes) {
    passing.add(chunk)
    onBytes(chunk.length)
  }
  return { hash: passing.digest(), sizeBytes: passing.sizeBytes }
}
