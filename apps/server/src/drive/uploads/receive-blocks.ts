import { BLOCK_BYTES, blockLength } from '@awan/protocol'
import { CHECKSUM_MISMATCH_STATUS } from '@awan/protocol/drive'
import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import { inOwnMemory } from '../../kernel/own-memory.ts'
import type { Access } from '../access/access.ts'
import { arrivingBytes } from '../arriving-bytes.ts'
import { holderOf } from '../byte-budget.ts'
import { findBlob, toDraft } from '../contents/contents.ts'
import { bytesOf } from '../sent-bytes.ts'
import { BlobSink } from './blob-sink.ts'
import { claimBlocks } from './block-claim.ts'
import { type BlockHashing, type HashedBlock, hashAhead, hashHere } from './block-hashing.ts'
import type { BlockRanges } from './block-ranges.ts'
import { BlockReader, type Piece } from './block-reader.ts'
import { requireUpload, type UploadParts, unknownUpload } from './open-upload.ts'
import { isUnitEnd, planLastBlock, type SentBlocks, unitEnd } from './put-plan.ts'
import { recordBlocks } from './record-blocks.ts'
import { findAnnouncedHashes, findUpload, listBlocks } from './uploads.store.ts'

/**
 * Stores one or more consecutive blocks and answers what is still missing. Whatever ends it early,
 * a cut connection or a wrong block, the whole units that came before are durable and recorded.
 */
export async function receiveBlocks(
  parts: UploadParts,
  access: Access,
  uploadId: string,
  sent: SentBlocks,
): Promise<BlockRanges> {
  const { drives, clock, turns } = parts
  const { driveId } = access
  const upload = await drives.read(access, (reader, drive) =>
    requireUpload(reader, drive, uploadId, clock.now()),
  )
  if (upload.committed_node_id !== null) {
    throw new ServiceError('failed_precondition', {
      description: 'the upload is already committed',
    })
  }
  const last = planLastBlock(upload, sent)
  using turn = await turns.take(upload.id, sent.first, last, () =>
    sent.bytes.destroy(
      new ServiceError('aborted', { description: 'another request is sending the same blocks' }),
    ),
  )
  await using claim = await claimBlocks(
    parts,
    upload,
    [sent.first, last],
    () => sent.bytes.destroyed,
  )
  const { draft, known, announced } = await drives.read(access, async (reader) => {
    const blob = await findBlob(reader, driveId, upload.blob_id)
    if (!blob) throw unknownUpload()
    const blocks = await listBlocks(reader, upload, sent.first, last)
    const count = last - sent.first + 1
    return {
      draft: toDraft(blob),
      known: new Map(blocks.map(({ block, hash }) => [block, hash])),
      announced: await findAnnouncedHashes(reader, upload, sent.first, count),
    }
  })

  const blocks = new BlockReader(upload.size, sent.first, last)
  const arrived: HashedBlock[] = []
  let verifiedEnd = sent.first
  await using sink = new BlobSink(parts.blobs, draft)
  using held = parts.arriving.hold(holderOf(access))
  const isGivenAway = isLarge(sent)
  using hashing = isGivenAway
    ? parts.hashThreads.open(upload.hash_algorithm)
    : hashHere(upload.hash_algorithm)
  try {
    const chunks = gather(arriving(), hashing)
    // First the hash: the sink takes the bytes over.
    for await (const { pieces, hashes } of hashAhead(cutBlocks(chunks), hashing)) {
      await claim.keep()
      const ended = hashes.values()
      for (const piece of pieces) {
        const { block, endsBlock } = piece
        if (!known.has(block)) await sink.write(piece, () => sent.giveBack?.(piece.bytes))
        if (!endsBlock) continue
        const complete = { block, hash: ended.next().value ?? '' }
        verify(complete)
        verifiedEnd = block + 1
        if (!known.has(block)) arrived.push(complete)
      }
    }
    checkEnd()
  } catch (error) {
    if (!sent.allOrNothing) await keep().catch((cause) => rethrowUnlessGone(cause))
    throw await explain(error)
  }
  return await keep().catch((cause) => rethrowUnlessGone(cause))

  function arriving(): AsyncIterable<Uint8Array> {
    const bytes = bytesOf(sent.bytes, turn.waitFor)
    const maxBytes = parts.blobs.keptInMemory(draft)
    return maxBytes === 0 ? bytes : arrivingBytes(bytes, { held, maxBytes })
  }

  async function* cutBlocks(gathered: AsyncIterable<Uint8Array[]>): AsyncIterable<Piece[]> {
    for await (const chunks of gathered) {
      // Bytes that arrive renew the claim, although they are written only when the next ones have arrived.
      await claim.keep()
      yield chunks.flatMap((chunk) => blocks.cut(isGivenAway ? inOwnMemory(chunk) : chunk))
      if (blocks.isTooLong) throw tooLong()
    }
  }

  function verify({ block, hash }: HashedBlock): void {
    const index = block - sent.first
    if (sent.hashes && sent.hashes[index] === undefined) {
      throw new ServiceError('invalid_argument', {
        description: 'the request has fewer hashes than blocks',
      })
    }
    for (const expected of [sent.hashes?.[index], announced?.[index], known.get(block)]) {
      if (expected !== undefined && expected !== hash) throw wrongBlock(block)
    }
  }

  function checkEnd(): void {
    if (blocks.isWithinBlock || !isUnitEnd(upload, verifiedEnd)) {
      throw new ServiceError('invalid_argument', {
        description: 'the body ends within a block: send whole blocks',
      })
    }
    const count = verifiedEnd - sent.first
    if (count === 0) {
      throw new ServiceError('invalid_argument', {
        description: 'the body is empty: send at least one block',
      })
    }
    if (sent.hashes && sent.hashes.length !== count) {
      throw new ServiceError('invalid_argument', {
        description: 'the request has more hashes than blocks',
      })
    }
  }

  async function keep(): Promise<BlockRanges> {
    const whole = arrived.filter(({ block }) => unitEnd(upload, block) <= verifiedEnd)
    const end = whole.at(-1)
    if (end) await sink.flush(end.block * BLOCK_BYTES + blockLength(upload.size, end.block))
    return recordBlocks(parts, upload, whole, claim)
  }

  /** When the upload was aborted meanwhile, a failure of the store is reported as an unknown upload. */
  async function explain(error: unknown): Promise<unknown> {
    const still = await drives.read(access, (reader) =>
      findUpload(reader, driveId, uploadId, clock.now()),
    )
    return still ? error : unknownUpload(error)
  }

  async function rethrowUnlessGone(error: unknown): Promise<never> {
    throw await explain(error)
  }
}

const LARGE_BYTES = 1024 * 1024

/** Bytes that are not ours to give away are hashed where they are. */
function isLarge({ sizeBytes, giveBack }: SentBlocks): boolean {
  return giveBack !== undefined && (sizeBytes ?? 0) >= LARGE_BYTES
}

/** A few chunks together; what came before a failure comes before it here too. */
async function* gather(
  chunks: AsyncIterable<Uint8Array>,
  { bytesAtOnce }: BlockHashing,
): AsyncIterable<Uint8Array[]> {
  let gathered: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      gathered.push(chunk)
      bytes += chunk.length
      if (bytes < bytesAtOnce()) continue
      yield gathered
      gathered = []
      bytes = 0
    }
  } catch (error) {
    if (bytes > 0) yield gathered
    throw error
  }
  if (bytes > 0) yield gathered
}

function tooLong(): ServiceError {
  return new ServiceError('out_of_range', {
    description: 'the body has more bytes than the upload or than one request can have',
  })
}

function wrongBlock(block: number): ServiceError {
  return new ServiceError('data_loss', {
    description: `block ${block} does not match its announced hash: send it again`,
    status: CHECKSUM_MISMATCH_STATUS,
    details: [
      {
        '@type': ERROR_INFO,
        reason: 'WRONG_BLOCK',
        domain: 'drive',
        metadata: { block: String(block) },
      },
    ],
  })
}
