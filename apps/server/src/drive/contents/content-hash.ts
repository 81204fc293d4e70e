import { algorithmOf, digitsOf, type HashAlgorithm } from '@awan/protocol'
import { createBlockHasher, hashBlock, NEW_HASH } from './block-hash.ts'

/**
 * The content hash: the hash over the hashes of the blocks, which come in order, however many they are. So
 * blocks can be hashed, verified and sent one by one, in any order and beside each other.
 */
export class ContentHasher {
  readonly #algorithm: HashAlgorithm
  readonly #hasher

  constructor(algorithm: HashAlgorithm) {
    this.#algorithm = algorithm
    this.#hasher = createBlockHasher(algorithm)
  }

  add(blockHash: string): void {
    if (algorithmOf(blockHash) !== this.#algorithm) {
      throw new TypeError(`a block is not hashed by ${this.#algorithm}`)
    }
    this.#hasher.update(Buffer.from(digitsOf(blockHash), 'hex'))
  }

  digest(): string {
    return this.#hasher.digest()
  }
}

/** By the algorithm of the blocks; with none, by the one of new contents. */
export function hashOfBlocks(blockHashes: readonly string[]): string {
  const [first, second] = blockHashes
  // Most files have one block: a hasher that takes bytes as they come would cost more than their hash.
  if (first !== undefined && second === undefined && algorithmOf(first) === NEW_HASH) {
    return hashBlock(Buffer.from(digitsOf(first), 'hex'))
  }
  const hasher = new ContentHasher(first === undefined ? NEW_HASH : algorithmOf(first))
  for (const hash of blockHashes) hasher.add(hash)
  return hasher.digest()
}
