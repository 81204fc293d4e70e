import { BLOCK_BYTES } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { BlobDraft } from './blob-store.ts'

// A unit of the blob is one part of the multipart upload, so that writing a unit again replaces it.

/** As small as S3 and good speed allow, and so large that the blob has no more parts than allowed. */
export function partBytes(sizeBytes: number): number {
  if (sizeBytes > MAX_BLOB_BYTES) {
    throw new ServiceError('invalid_argument', {
      description: `object storage holds at most ${MAX_BLOB_BYTES} bytes in one blob`,
    })
  }
  const blocks = Math.ceil(sizeBytes / MAX_PARTS / BLOCK_BYTES)
  return Math.max(MIN_PART_BYTES, blocks * BLOCK_BYTES)
}

export function partCount(draft: BlobDraft): number {
  return Math.ceil(draft.sizeBytes / draft.unitBytes)
}

/** A blob whose size was not known when it was made has parts that were made for a small one. */
export function checkPartCount(draft: BlobDraft): void {
  if (partCount(draft) <= MAX_PARTS) return
  throw new ServiceError('invalid_argument', {
    description: `without a length given in advance, object storage takes at most ${MAX_PARTS * draft.unitBytes} bytes`,
  })
}

/** Parts are numbered from 1. */
export function partNumber(draft: BlobDraft, offset: number): number {
  return offset / draft.unitBytes + 1
}

export function partLength(draft: BlobDraft, number: number): number {
  return Math.min(draft.unitBytes, draft.sizeBytes - (number - 1) * draft.unitBytes)
}

const MIN_PART_BYTES = 2 * BLOCK_BYTES
const MAX_PARTS = 10_000
const MAX_BLOB_BYTES = 5 * 1024 ** 4
