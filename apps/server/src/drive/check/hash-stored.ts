import { availableParallelism } from 'node:os'
import { algorithmOf, BLOCK_BYTES, countBlocks } from '@awan/protocol'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { inParallel } from '../../kernel/in-parallel.ts'
import { freeNow, inOwnMemory } from '../../kernel/own-memory.ts'
import { ContentHasher } from '../contents/content-hash.ts'
import { hashAhead, hashHere } from '../uploads/block-hashing.ts'
import { BlockReader, type Piece } from '../uploads/block-reader.ts'
import type { HashThreads } from '../uploads/hash-threads.ts'

/** A large content is read and hashed by spans, so that one alone keeps all cores busy. */
const SPAN_BLOCKS = 4
const CORES = availableParallelism()
/** For less, the way to a thread would take longer. */
const SMALL_BYTES = 1024 * 1024

interface StoredContent {
  id: string
  size: number
  /** What it should be. */
  hash: string
}

/** Reads a content of the store on all cores, and gives its hash by the algorithm of the one that it should have. */
export async function hashStored(
  { blobs, threads }: { blobs: Pick<BlobStore, 'read'>; threads: HashThreads },
  content: StoredContent,
  onBytes: (count: number) => void,
): Promise<string> {
  const algorithm = algorithmOf(content.hash)
  const whole = new ContentHasher(algorithm)
  const early = new Map<number, string[]>()
  let next = 0
  await inParallel(spansOf(content.size), CORES, async (span) => {
    early.set(span.first, await hashSpan(span))
    for (;;) {
      const hashes = early.get(next)
      if (!hashes) return
      early.delete(next)
      for (const hash of hashes) whole.add(hash)
      next += hashes.length
    }
  })
  return whole.digest()

  async function hashSpan({ first, last }: Span): Promise<string[]> {
    const end = Math.min((last + 1) * BLOCK_BYTES, content.size) - 1
    const bytes = await blobs.read(content.id, { start: first * BLOCK_BYTES, end })
    const isSmall = content.size < SMALL_BYTES
    using hashing = isSmall ? hashHere(algorithm) : threads.open(algorithm)
    const hashes: string[] = []
    for await (const hashed of hashAhead(cut(bytes), hashing)) {
      hashes.push(...hashed.hashes)
      for (const piece of hashed.pieces) freeNow(piece.bytes)
    }
    return hashes

    async function* cut(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Piece[]> {
      const blocks = new BlockReader(content.size, first, last)
      for await (const chunk of chunks) {
        onBytes(chunk.length)
        yield blocks.cut(inOwnMemory(chunk))
      }
    }
  }
}

interface Span {
  first: number
  last: number
}

function* spansOf(sizeBytes: number): Iterable<Span> {
  const count = countBlocks(sizeBytes)
  for (let first = 0; first < count; first += SPAN_BLOCKS) {
    yield { first, last: Math.min(first + SPAN_BLOCKS, count) - 1 }
  }
}
