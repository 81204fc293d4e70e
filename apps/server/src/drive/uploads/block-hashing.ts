import type { HashAlgorithm } from '@awan/protocol'
import { createBlockHasher } from '../contents/block-hash.ts'
import type { Piece } from './block-reader.ts'

/** The hashes of the blocks of one request, whose pieces come in their order. */
export interface BlockHashing extends Disposable {
  /** How much is best given to it together. */
  bytesAtOnce(): number
  /** Gives the same bytes back, and the hashes of the blocks that end with them. */
  hash(pieces: readonly Piece[]): Promise<HashedPieces>
}

export interface HashedBlock {
  readonly block: number
  readonly hash: string
}

export interface HashedPieces {
  pieces: readonly Piece[]
  hashes: readonly string[]
}

/** On the event loop: for little, the way to a thread would take longer. */
export function hashHere(algorithm: HashAlgorithm): BlockHashing {
  let hasher = createBlockHasher(algorithm)
  return {
    bytesAtOnce: () => 0,
    async hash(pieces) {
      const hashes: string[] = []
      for (const { bytes, endsBlock } of pieces) {
        hasher.update(bytes)
        if (!endsBlock) continue
        hashes.push(hasher.digest())
        hasher = createBlockHasher(algorithm)
      }
      return { pieces, hashes }
    },
    [Symbol.dispose]: () => undefined,
  }
}

/** While some are hashed the next are waited for. What came before a failure comes before it here too. */
export async function* hashAhead(
  pieces: AsyncIterable<Piece[]>,
  hashing: BlockHashing,
): AsyncIterable<HashedPieces> {
  let ahead: Promise<HashedPieces> | undefined
  try {
    for await (const some of pieces) {
      const next = hashing.hash(some)
      next.catch(() => 'told when it is its turn')
      const first = ahead
      // If the first cannot be hashed, none behind it may be handed on.
      ahead = undefined
      if (first) yield await first
      ahead = next
    }
  } catch (error) {
    if (ahead) yield await ahead
    throw error
  }
  if (ahead) yield await ahead
}
