import { parentPort } from 'node:worker_threads'
import type { HashAlgorithm } from '@awan/protocol'
import { type BlockHasher, createBlockHasher } from '../contents/block-hash.ts'

/** Bytes of one stream, in their order; the buffers come back with the reply. */
export interface HashRequest {
  readonly stream: number
  readonly algorithm: HashAlgorithm
  readonly buffers: ArrayBuffer[]
  readonly pieces: readonly {
    /** Which of the buffers it lies in. */
    readonly buffer: number
    readonly offset: number
    readonly length: number
    readonly endsBlock: boolean
  }[]
}

export interface HashReply {
  readonly stream: number
  readonly buffers: ArrayBuffer[]
  /** Of the blocks that ended, in their order. */
  readonly hashes: string[]
}

/** Nothing more will come of this stream. */
export interface HashEnd {
  readonly stream: number
  readonly isOver: true
}

const begun = new Map<number, BlockHasher>()

parentPort?.on('message', (message: HashRequest | HashEnd) => {
  if ('isOver' in message) {
    begun.delete(message.stream)
    return
  }
  const { stream, buffers } = message
  const reply: HashReply = { stream, buffers, hashes: hashPieces(message) }
  parentPort?.postMessage(reply, buffers)
})

function hashPieces({ stream, algorithm, buffers, pieces }: HashRequest): string[] {
  let hasher = begun.get(stream) ?? createBlockHasher(algorithm)
  const hashes: string[] = []
  for (const { buffer, offset, length, endsBlock } of pieces) {
    const bytes = buffers[buffer]
    if (bytes === undefined) throw new RangeError('a piece lies in no buffer')
    hasher.update(new Uint8Array(bytes, offset, length))
    if (!endsBlock) continue
    hashes.push(hasher.digest())
    hasher = createBlockHasher(algorithm)
  }
  begun.set(stream, hasher)
  return hashes
}
