import { BLOCK_BYTES } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { OpenDrive } from '../access/reach.ts'
import { parseText } from '../uploads/block-ranges.ts'
import { findTusUpload, sumPieces, type TusUpload } from './tus.store.ts'

/** The progress of an upload. */
export interface TusState {
  upload: TusUpload
  /** Every byte before this offset is in the blob. */
  stored: number
  /** Every byte before this offset is durable: those after `stored` are kept in pieces. */
  offset: number
}

/** Of an upload that the caller began. */
export async function readState(
  reader: Reader,
  drive: OpenDrive,
  id: string,
  now: number,
): Promise<TusState> {
  const state = await readStateAgain(reader, { drive_id: drive.id, id }, now)
  if (!drive.reach.isCreator(state.upload)) throw unknownTusUpload()
  return state
}

/** Of one that was opened before, for the same caller. */
export async function readStateAgain(
  reader: Reader,
  { drive_id, id }: Pick<TusUpload, 'drive_id' | 'id'>,
  now: number,
): Promise<TusState> {
  const upload = await findTusUpload(reader, drive_id, id)
  if (!upload) throw unknownTusUpload()
  if (upload.expires_at <= now) {
    throw new ServiceError('not_found', { description: 'the upload has expired', status: 410 })
  }
  const stored = storedBytes(upload)
  const offset =
    stored === upload.size ? stored : stored + (await sumPieces(reader, upload, stored))
  return { upload, stored, offset }
}

/** A tus client sends in order, so that the first missing block tells it all. */
export function storedBytes(upload: Pick<TusUpload, 'missing' | 'size'>): number {
  const first = parseText(upload.missing)[0]?.[0]
  return first === undefined ? upload.size : first * BLOCK_BYTES
}

export function unknownTusUpload(cause?: unknown): ServiceError {
  return new ServiceError('not_found', { description: 'no such upload', cause })
}

/** A client with the wrong offset asks for the right one and continues there. */
export function wrongOffset(offset: number): ServiceError {
  return new ServiceError('aborted', {
    description: `Upload-Offset does not match: the upload continues at ${offset}`,
  })
}
