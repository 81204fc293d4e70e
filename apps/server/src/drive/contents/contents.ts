import { ServiceError } from '@awan/protocol/errors'
import type { BlobDraft } from '../../blobs/blob-store.ts'
import type { Writer } from '../../db/database.ts'
import type { VersionRow } from '../../db/tables.ts'
import { addReference, insertBlob, insertVersion } from './contents.store.ts'

export {
  deleteDraft,
  findBlob,
  findUsedBlobByHash,
  findVersion,
} from './contents.store.ts'

/** Notes an open blob of the store, so that whoever has the row can go on writing it. */
export function recordDraft(
  writer: Writer,
  driveId: string,
  draft: BlobDraft,
  now: number,
): Promise<void> {
  return insertBlob(writer, {
    drive_id: driveId,
    id: draft.id,
    size: draft.sizeBytes,
    hash: null,
    refs: 0,
    draft: JSON.stringify(draft),
    created_at: now,
    unused_since: null,
  })
}

export function toDraft(blob: { draft: string }): BlobDraft {
  return JSON.parse(blob.draft) as BlobDraft
}

/** A sealed blob becomes the content of one more version. */
export async function addVersion(writer: Writer, version: VersionRow): Promise<void> {
  if (!(await addReference(writer, version.drive_id, version.blob_id, version.hash))) {
    throw new ServiceError('aborted', {
      description: 'the uploaded content is gone; send it again',
    })
  }
  await insertVersion(writer, version)
}
