import { createHash, type Hash } from 'node:crypto'
import { BLOCK_BYTES } from '@awan/protocol'
import { ContentHasher } from '../contents/content-hash.ts'

/** Takes a content as it passes, in pieces of any length, and gives its hash and size. */
export class PassingHash {
  readonly #content = new ContentHasher()
  #block: Hash | undefined
  #blockBytes = 0
  sizeBytes = 0

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const piece = bytes.subarray(at, at + BLOCK_BYTES - this.#blockBytes)
      this.#block ??= createHash('sha256')
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
    if (this.#block) this.#content.add(this.#block.digest('hex'))
    this.#block = undefined
    this.#blockBytes = 0
  }
}

/** Reads a content to its end. */
export async function hashContent(
  bytes: AsyncIterable<Uint8Array>,
  onBytes: (count: number) => void = () => undefined,
): Promise<{ hash: string; sizeBytes: number }> {
  const passing = new PassingHash()
  for await (const chunk of bytes) {
    passing.add(chunk)
    onBytes(chunk.length)
  }
  return { hash: passing.digest(), sizeBytes: passing.sizeBytes }
}
