import { BLOCK_BYTES, countBlocks } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { Access } from '../access/access.ts'
import type { OpenDrive } from '../access/reach.ts'
import { findBlob, growDraft, toDraft } from '../contents/contents.ts'
import { lockQuota, reserveQuota } from '../quota/quota.ts'
import { parseText, toText, withBlocks } from './block-ranges.ts'
import { requireUpload, type UploadParts, unknownUpload } from './open-upload.ts'
import { resizeUpload, sumOpenUploads, type Upload } from './uploads.store.ts'

/**
 * For content whose end nobody knows: an upload becomes larger as it goes on, a whole number of units at a
 * time, but for the last. Its units stay as large as they were made for what it began with, which is
 * what bounds it on object storage.
 */
export async function growUpload(
  { db, drives, blobs, clock }: UploadParts,
  access: Access,
  uploadId: string,
  sizeBytes: number,
): Promise<Upload> {
  const { driveId } = access
  const { draft, drive } = await drives.read(access, async (reader, drive) => {
    const { blob_id } = await requireUpload(reader, drive, uploadId, clock.now())
    const blob = await findBlob(reader, driveId, blob_id)
    if (!blob) throw unknownUpload()
    return { draft: toDraft(blob), drive }
  })
  const grown = await blobs.grow(draft, sizeBytes)
  return db.write(async (writer) => {
    await lockQuota(writer, driveId)
    const upload = await requireUpload(writer, drive, uploadId, clock.now())
    checkCanGrow(upload, sizeBytes)
    await checkGrown(writer, drive, upload, { size: sizeBytes, now: clock.now() })
    const more = sizeBytes - upload.size
    await reserveQuota(writer, driveId, more)
    await growDraft(writer, driveId, grown)
    const [first, end] = [countBlocks(upload.size), countBlocks(sizeBytes)]
    const missing = toText(withBlocks(parseText(upload.missing), first, end - 1))
    await resizeUpload(writer, upload, {
      size: sizeBytes,
      missing,
      reserved: upload.reserved + more,
    })
    return requireUpload(writer, drive, uploadId, clock.now())
  })
}

/** What the link of a visitor takes, beside all else that is on its way. */
async function checkGrown(
  reader: Reader,
  { reach }: OpenDrive,
  upload: Upload,
  { size, now }: { size: number; now: number },
): Promise<void> {
  const { arriving, link } = reach
  if (!arriving || !link) return
  const others = (await sumOpenUploads(reader, link, now)) - upload.size
  arriving.check({ size, onTheirWay: others }, now)
}

function checkCanGrow(upload: Upload, sizeBytes: number): void {
  if (upload.committed_node_id !== null) {
    throw new ServiceError('failed_precondition', {
      description: 'the upload is already committed',
    })
  }
  // A last unit that was not full may be there already.
  if (sizeBytes <= upload.size || upload.size % (upload.blocks_per_put * BLOCK_BYTES) !== 0) {
    throw new ServiceError('invalid_argument', {
      description:
        'the new size must be larger than the old one, which must be a multiple of the unit',
    })
  }
}
