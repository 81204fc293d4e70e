import type { Chore } from '../../kernel/housekeeping.ts'
import type { Access } from '../access/access.ts'
import { deleteDraft } from '../contents/contents.ts'
import { freeReserved, lockQuota } from '../quota/quota.ts'
import { requireNoWhole, type UploadParts } from './open-upload.ts'
import { deleteUpload, findUpload, listExpired, type Upload } from './uploads.store.ts'

/** Gives an upload up, with its bytes. One that is not there is as gone as it can be. */
export async function abortUpload(parts: UploadParts, access: Access, id: string): Promise<void> {
  const upload = await parts.drives.read(access, async (reader, drive) => {
    const found = await findUpload(reader, drive.id, id, parts.clock.now())
    return found && drive.reach.isCreator(found) ? found : undefined
  })
  if (upload) await endUpload(parts, upload)
}

export function uploadChores(parts: UploadParts): Chore[] {
  return [{ name: 'expire uploads', everyMs: 600_000, run: () => expireUploads(parts) }]
}

async function expireUploads(parts: UploadParts): Promise<void> {
  const now = parts.clock.now()
  for (;;) {
    const expired = await parts.db.read((reader) => listExpired(reader, now, BATCH))
    for (const upload of expired) await endUpload(parts, upload, now)
    if (expired.length < BATCH) return
  }
}

const BATCH = 200

/** A committed upload has no draft any more: its blob is the content of a file and stays. */
async function endUpload(
  { db, blobs }: UploadParts,
  upload: Pick<Upload, 'drive_id' | 'id'>,
  expiredBy?: number,
): Promise<void> {
  const blobId = await db.write(async (writer) => {
    // As a commit does it: whoever takes the drive second would wait for whoever took it first.
    await lockQuota(writer, upload.drive_id)
    if (expiredBy === undefined) await requireNoWhole(writer, upload)
    const ended = await deleteUpload(writer, upload, expiredBy)
    if (!ended) return undefined
    await freeReserved(writer, upload.drive_id, ended.reserved)
    const hasDraft = await deleteDraft(writer, upload.drive_id, ended.blob_id)
    return hasDraft ? ended.blob_id : undefined
  })
  if (blobId !== undefined) await blobs.delete(blobId)
}
