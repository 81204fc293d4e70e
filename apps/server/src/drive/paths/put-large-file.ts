import { Readable } from 'node:stream'
import { BLOCK_BYTES, countBlocks, MAX_REQUEST_BYTES, ROOT_ID } from '@awan/protocol'
import type { Access } from '../access/access.ts'
import type { OpenNode } from '../access/open-node.ts'
import type { Path } from '../nodes/growing-tree.ts'
import type { Upload, Uploads } from '../uploads/uploads.ts'
import { type CommitOptions, commitAt } from './commit-at.ts'
import type { SentFile } from './sent-file.ts'

/**
 * Sends a file that comes in one request through an upload, piece by piece: each piece is durable before
 * the next, memory holds a few chunks, and what is left of a broken one goes as every upload goes.
 */
export async function putLargeFile(
  options: CommitOptions & { uploads: Pick<Uploads, 'create' | 'receive' | 'abort'> },
  access: Access,
  path: Path,
  sent: SentFile & { sizeBytes: number },
): Promise<OpenNode> {
  const { uploads } = options
  const { sizeBytes, mimeType, modifiedAt } = sent
  const upload = await uploads.create(access, {
    parentId: sent.folderId ?? ROOT_ID,
    onto: sent.onto,
    name: path.at(-1) ?? '',
    sizeBytes,
    blockHashes: undefined,
    mimeType,
    modifiedAt,
    madeOf: sent.madeOf,
  })
  try {
    await receiveAll(uploads, access, upload, sent)
    return await commitAt(options, access, upload.id, path, sent)
  } catch (error) {
    await uploads.abort(access, upload.id)
    throw error
  }
}

/** All bytes of an upload as they come in one request. */
export async function receiveAll(
  uploads: Pick<Uploads, 'receive'>,
  access: Access,
  { id, blocks_per_put, size: sizeBytes }: Pick<Upload, 'id' | 'blocks_per_put' | 'size'>,
  { bytes, giveBack }: Pick<SentFile, 'bytes' | 'giveBack'>,
): Promise<void> {
  const blocksPerPiece = wholeUnits(blocks_per_put)
  const chunks = new Pieces(bytes)
  try {
    for (let first = 0; first < countBlocks(sizeBytes); first += blocksPerPiece) {
      const left = sizeBytes - first * BLOCK_BYTES
      const pieceBytes = Math.min(left, blocksPerPiece * BLOCK_BYTES)
      await uploads.receive(access, id, {
        first,
        bytes: Readable.from(chunks.take(pieceBytes), { objectMode: false }),
        sizeBytes: pieceBytes,
        hashes: undefined,
        ...(giveBack && { giveBack }),
      })
    }
  } finally {
    await chunks[Symbol.asyncDispose]()
  }
}

/** As many blocks as a request may carry, in whole units of the blob store. */
function wholeUnits(blocksPerUnit: number): number {
  const most = MAX_REQUEST_BYTES / BLOCK_BYTES
  return Math.max(1, Math.floor(most / blocksPerUnit)) * blocksPerUnit
}

/** Cuts bytes that come into pieces of known lengths. */
class Pieces implements AsyncDisposable {
  readonly #chunks: AsyncIterator<Uint8Array>
  #rest: Uint8Array = new Uint8Array(0)

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#chunks = bytes[Symbol.asyncIterator]()
  }

  /** Ends early where the bytes do. */
  async *take(lengthBytes: number): AsyncGenerator<Uint8Array> {
    for (let left = lengthBytes; left > 0; ) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#chunks.next()
        if (done) return
        this.#rest = value
      }
      const some = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(some.length)
      left -= some.length
      yield some
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#chunks.return?.()
  }
}
