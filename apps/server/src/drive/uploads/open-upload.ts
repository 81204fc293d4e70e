import { ServiceError } from '@awan/protocol/errors'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Database, Reader } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Random } from '../../kernel/id.ts'
import type { Drives } from '../access/drives.ts'
import type { OpenDrive } from '../access/reach.ts'
import type { ByteBudget } from '../byte-budget.ts'
import type { HashThreads } from './hash-threads.ts'
import type { Turns } from './turns.ts'
import type { UploadRoom } from './upload-room.ts'
import { findUpload, isPartOfOpen, type Upload } from './uploads.store.ts'

export type InstantUpload = 'own' | 'all'

/** What the steps of an upload work with. */
export interface UploadParts {
  db: Database
  drives: Drives
  blobs: BlobStore
  clock: Clock
  random: Random
  /** Counted from the last bytes that were stored. */
  uploadTtlMs: number
  turns: Turns
  /** Whose contents need not be sent again; all others' only to who proves to have them. */
  instantUpload: InstantUpload
  proving: ByteBudget
  /** What has arrived and waits in memory for the rest of its unit, where the store writes whole units. */
  arriving: ByteBudget
  hashThreads: HashThreads
  room: UploadRoom
}

/** An upload that the caller began in this drive and that has not expired; it may be committed already. */
export async function requireUpload(
  reader: Reader,
  drive: OpenDrive,
  id: string,
  now: number,
): Promise<Upload> {
  const upload = await findUpload(reader, drive.id, id, now)
  if (!upload || !drive.reach.isCreator(upload)) throw unknownUpload()
  return upload
}

/** What it was promised is promised to the upload that is made of it, so neither may end without the other. */
export async function requireNoWhole(
  reader: Reader,
  upload: Pick<Upload, 'drive_id' | 'id'>,
): Promise<void> {
  if (!(await isPartOfOpen(reader, upload))) return
  throw new ServiceError('failed_precondition', {
    description: 'this upload is a part of a final upload: end that one first',
  })
}

export function unknownUpload(cause?: unknown): ServiceError {
  return new ServiceError('not_found', { description: 'no such upload', cause })
}
