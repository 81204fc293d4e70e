import { BLOCK_BYTES } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { BlobDraft, ByteRange } from './blob-store.ts'

// What every store refuses alike, in the same words.

const ID = /^[0-9a-z]{8,64}$/

function isBlobId(id: string): boolean {
  return ID.test(id)
}

export function checkId(id: string): void {
  if (isBlobId(id)) return
  throw new ServiceError('invalid_argument', {
    description: 'a blob id is 8 to 64 characters of 0-9 and a-z',
  })
}

/**
 * The path of a blob under the root of its store. Ids begin with the time, so that only their end
 * spreads them. One level of 1,296 folders is enough: with two, each of the first million blobs
 * would have a folder of its own, and pay for its making.
 */
export function blobPath(id: string): { shard: string; path: string } {
  checkId(id)
  const shard = id.slice(-2)
  return { shard, path: `${shard}/${id}` }
}

/** The other way round; undefined for what is not ours. */
export function toBlobId(path: string): string | undefined {
  const id = path.slice(path.lastIndexOf('/') + 1)
  return isBlobId(id) && blobPath(id).path === path ? id : undefined
}

export function checkSize(sizeBytes: number): void {
  if (Number.isSafeInteger(sizeBytes) && sizeBytes >= 0) return
  throw new ServiceError('invalid_argument', {
    description: `a blob has a whole number of bytes, not ${sizeBytes}`,
  })
}

export function checkGrowth(draft: BlobDraft, sizeBytes: number): void {
  checkId(draft.id)
  checkSize(sizeBytes)
  if (sizeBytes >= draft.sizeBytes) return
  throw new ServiceError('invalid_argument', { description: 'a blob cannot be made smaller' })
}

export function checkOffset(draft: BlobDraft, offset: number): void {
  checkId(draft.id)
  if (!Number.isSafeInteger(offset) || offset < 0 || offset > lastOffset(draft)) {
    throw new ServiceError('out_of_range', {
      description: `a blob of ${draft.sizeBytes} bytes cannot be written at ${offset}`,
    })
  }
  if (offset % draft.unitBytes !== 0) {
    throw new ServiceError('invalid_argument', {
      description: `this blob is written at multiples of ${draft.unitBytes}, not at ${offset}`,
    })
  }
}

function lastOffset(draft: BlobDraft): number {
  return Math.max(0, draft.sizeBytes - 1)
}

export function checkFits(draft: BlobDraft, offset: number, bytes: Uint8Array): void {
  if (offset + bytes.length <= draft.sizeBytes) return
  throw new ServiceError('out_of_range', {
    description: `${bytes.length} bytes at ${offset} reach beyond the ${draft.sizeBytes} of the blob`,
  })
}

export function checkRange(range: ByteRange, sizeBytes: number): void {
  const { start, end } = range
  const isWhole = Number.isSafeInteger(start) && Number.isSafeInteger(end)
  if (isWhole && start >= 0 && start <= end && end < sizeBytes) return
  throw new ServiceError('out_of_range', {
    description: `a blob of ${sizeBytes} bytes has no range ${start}-${end}`,
  })
}

/** Stores that can write anywhere go by the block in which uploads are counted. */
export const SMALLEST_UNIT_BYTES = BLOCK_BYTES

export const blobNotFound = () => new ServiceError('not_found', { description: 'no such blob' })

export const blobExists = () =>
  new ServiceError('already_exists', { description: 'a blob with this id exists already' })

export const blobIsSealed = () =>
  new ServiceError('failed_precondition', {
    description: 'the blob is sealed and cannot be written any more',
  })

export const blobIsIncomplete = (what: string) =>
  new ServiceError('failed_precondition', { description: `the blob is not complete: ${what}` })

export const writerIsClosed = () =>
  new ServiceError('failed_precondition', { description: 'this writer is closed' })
