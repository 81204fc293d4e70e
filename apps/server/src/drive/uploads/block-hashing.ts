import { createHash } from 'node:crypto'
import type { Piece } from './block-reader.ts'

/** SHA-256 of the blocks of one request, whose pieces come in their order. */
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
export function hashHere(): BlockHashing {
  let hash = createHash('sha256')
  return {
    bytesAtOnce: () => 0,
    async hash(pieces) {
      const hashes: string[] = []
      for (const { bytes, endsBlock } of pieces) {
        hash.update(bytes)
        if (!endsBlock) continue
        hashes.push(hash.digest('hex'))
        hash = createHash('sha256')
      }
      return { pieces, hashes }
    },
    [Symbol.dispose]: () => undefined,
  }
}
