import { ServiceError } from '@awan/protocol/errors'
import type { Writer } from '../../db/database.ts'
import type { BlockClaim } from './block-claim.ts'
import type { HashedBlock } from './block-hashing.ts'
import { type BlockRanges, parseText, toText, withBlock, withoutBlocks } from './block-ranges.ts'
import { type UploadParts, unknownUpload } from './open-upload.ts'
import {
  deleteBlocks,
  insertBlocks,
  listBlocks,
  renewUpload,
  type Upload,
  updateMissing,
} from './uploads.store.ts'

/** Notes blocks whose bytes are durable, and answers what is missing now. */
export async function recordBlocks(
  { db, clock, uploadTtlMs }: UploadParts,
  upload: Upload,
  arrived: readonly HashedBlock[],
  claim: BlockClaim,
): Promise<BlockRanges> {
  const { missing, contested } = await db.write(async (writer) => {
    // The lock on the upload keeps commit, abort and other blocks waiting until this is done.
    const before = await renewUpload(writer, upload, clock.now() + uploadTtlMs)
    if (before === undefined) throw unknownUpload()
    await claim.end(writer)
    const contested = await insertArrived(writer, upload, arrived)
    let missing = parseText(before)
    for (const { block } of arrived) missing = withoutBlocks(missing, block, block)
    for (const block of contested) missing = withBlock(missing, block)
    if (arrived.length > 0) await updateMissing(writer, upload, toText(missing))
    return { missing, contested }
  })
  claim.ended()
  if (contested.length > 0) {
    throw new ServiceError('aborted', {
      description: `block ${contested[0]} was sent twice with different bytes: send it again`,
    })
  }
  return missing
}

/**
 * Turns and claims keep two senders of a block apart. Should one write for all that, a process that slept
 * through its claim, and its bytes differ, nobody knows which are there: the block is missing again.
 */
async function insertArrived(
  writer: Writer,
  upload: Upload,
  arrived: readonly HashedBlock[],
): Promise<number[]> {
  const [first, last] = [arrived.at(0), arrived.at(-1)]
  if (!first || !last) return []
  const inserted = await insertBlocks(
    writer,
    arrived.map(({ block, hash }) => ({
      drive_id: upload.drive_id,
      upload_id: upload.id,
      block,
      hash,
    })),
  )
  if (inserted.size === arrived.length) return []

  const recorded = await listBlocks(writer, upload, first.block, last.block)
  const hashes = new Map(recorded.map(({ block, hash }) => [block, hash]))
  const contested = arrived.filter(({ block, hash }) => hashes.get(block) !== hash)
  for (const { block } of contested) {
    await deleteBlocks(writer, upload, block, block)
  }
  return contested.map(({ block }) => block)
}
