import type { Readable } from 'node:stream'
import { algorithmOf, BLOCK_BYTES, countBlocks, headers, MAX_REQUEST_BYTES } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { Upload } from './uploads.store.ts'

export interface SentBlocks {
  first: number
  bytes: Readable
  /** How many bytes will come, where the sender says it. */
  sizeBytes: number | undefined
  /** Of each block sent, where the sender says them. */
  hashes: readonly string[] | undefined
  /** Whether nothing of a failed request is kept, so that the next attempt starts where this one did. */
  allOrNothing?: boolean
  /** Told of bytes that are stored: their memory is the sender's again. */
  giveBack?: (bytes: Uint8Array) => void
}

/** The last block that the sender may fill, from what is known before the first byte. */
export function planLastBlock(
  upload: Upload,
  { first, sizeBytes, hashes }: Omit<SentBlocks, 'bytes'>,
): number {
  const total = countBlocks(upload.size)
  if (hashes) checkAlgorithm(upload, hashes)
  if (first >= total) {
    throw new ServiceError('out_of_range', {
      description: `the first block is beyond the end: the upload has ${total} blocks`,
    })
  }
  if (first % upload.blocks_per_put !== 0) {
    throw new ServiceError('invalid_argument', {
      description: `the first block of a request must be a multiple of ${upload.blocks_per_put}`,
    })
  }
  if (sizeBytes === undefined) return Math.min(total, first + MAX_BLOCKS) - 1

  const end = first * BLOCK_BYTES + sizeBytes
  if (end > upload.size || sizeBytes > MAX_REQUEST_BYTES) {
    throw new ServiceError('out_of_range', {
      description: 'the body has more bytes than the upload or than one request can have',
    })
  }
  const next = countBlocks(end)
  if (
    sizeBytes === 0 ||
    (end !== upload.size && end % (upload.blocks_per_put * BLOCK_BYTES) !== 0)
  ) {
    throw new ServiceError('invalid_argument', {
      description: `a request must have whole blocks, in multiples of ${upload.blocks_per_put}, except at the end`,
    })
  }
  if (hashes && hashes.length !== next - first) {
    throw new ServiceError('invalid_argument', {
      description: `the request has ${hashes.length} hashes for ${next - first} blocks`,
    })
  }
  return next - 1
}

function checkAlgorithm({ hash_algorithm }: Upload, hashes: readonly string[]): void {
  if (hashes.every((hash) => algorithmOf(hash) === hash_algorithm)) return
  throw new ServiceError('invalid_argument', {
    description: `${headers.blockHashes} must have ${HASH_FORMS[hash_algorithm]}, which this upload was begun with`,
  })
}

const HASH_FORMS = {
  b3: 'BLAKE3 hashes ("b3:" and 64 hexadecimal digits)',
  sha256: 'SHA-256 hashes (64 hexadecimal digits)',
}

/** The number after the last block of the unit that this block is in. */
export function unitEnd(upload: Upload, block: number): number {
  const unit = Math.floor(block / upload.blocks_per_put)
  return Math.min((unit + 1) * upload.blocks_per_put, countBlocks(upload.size))
}

export function isUnitEnd(upload: Upload, next: number): boolean {
  return next % upload.blocks_per_put === 0 || next === countBlocks(upload.size)
}

const MAX_BLOCKS = MAX_REQUEST_BYTES / BLOCK_BYTES
