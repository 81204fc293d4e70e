import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

/** Bytes of one stream, in their order; the buffers come back with the reply. */
export interface HashRequest {
  readonly stream: number
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

const begun = new Map<number, Hash>()

parentPort?.on('message', (message: HashRequest | HashEnd) => {
  if ('isOver' in message) {
    begun.delete(message.stream)
    return
  }
  const { stream, buffers } = message
  const reply: HashReply = { stream, buffers, hashes: hashPieces(message) }
  parentPort?.postMessage(reply, buffers)
})

function hashPieces({ stream, buffers, pieces }: HashRequest): string[] {
  let hash = begun.get(stream) ?? createHash('sha256')
  const hashes: string[] = []
  for (const { buffer, offset, length, endsBlock } of pieces) {
    const bytes = buffers[buffer]
    if (bytes === undefined) throw new RangeError('a piece lies in no buffer')
    hash.update(new Uint8Array(bytes, offset, length))
    if (!endsBlock) continue
    hashes.push(hash.digest('hex'))
    hash = createHash('sha256')
  }
  begun.set(stream, hash)
  return hashes
}
