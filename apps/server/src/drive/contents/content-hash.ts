import { createHash } from 'node:crypto'

/** The content hash over block hashes that come in order, however many they are. */
export class ContentHasher {
  readonly #hash = createHash('sha256')

  add(blockHash: string): void {
    this.#hash.update(blockHash, 'hex')
  }

  digest(): string {
    return this.#hash.digest('hex')
  }
}

export function hashOfBlocks(blockHashes: Iterable<string>): string {
  const hasher = new ContentHasher()
  for (const hash of blockHashes) hasher.add(hash)
  return hasher.digest()
}
