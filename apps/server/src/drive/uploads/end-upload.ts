import type { Writer } from '../../db/database.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import type { Access } from '../access/access.ts'
import type { DriveTransaction } from '../access/drives.ts'
import { deleteDraft } from '../contents/contents.ts'
import { toIdempotentId } from '../idempotent-id.ts'
import { freeReserved, lockQuota } from '../quota/quota.ts'
import { requireNoWhole, type UploadParts } from './open-upload.ts'
import {
  deleteUpload,
  findUpload,
  findUploadByPrefix,
  listExpired,
  listOpenWholes,
  type Upload,
} from './uploads.store.ts'

/** Gives an upload up, with its bytes. One that is not there is as gone as it can be. */
export async function abortUpload(parts: UploadParts, access: Access, id: string): Promise<void> {
  const upload = await parts.drives.read(access, async (reader, drive) => {
    const found = await findUpload(reader, drive.id, id, parts.clock.now())
    return found && drive.reach.isCreator(found) ? found : undefined
  })
  if (upload) await endUpload(parts, upload)
}

/** What is being made of some uploads, and is no file yet. */
export async function endWholes(
  parts: UploadParts,
  access: Access,
  ids: readonly string[],
): Promise<void> {
  const { driveId } = access
  const wholes = await parts.db.read((reader) => listOpenWholes(reader, driveId, ids))
  for (const id of wholes) await abortUpload(parts, access, id)
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
    return removeUpload(writer, upload, expiredBy)
  })
  if (blobId !== undefined) await blobs.delete(blobId)
}

/**
 * Gives up what was begun with this key, in a transaction of the drive. Its bytes go once that is durable; where
 * this fails they are an orphan, which housekeeping finds.
 */
export async function endByKey(
  { blobs }: Pick<UploadParts, 'blobs'>,
  { drive, writer }: DriveTransaction,
  access: Access,
  key: string,
): Promise<void> {
  const { prefix } = toIdempotentId(access, key, {})
  const begun = await findUploadByPrefix(writer, drive.id, prefix)
  const blobId = begun && (await removeUpload(writer, { drive_id: drive.id, id: begun.id }))
  if (blobId !== undefined) writer.afterCommit(() => void blobs.delete(blobId).catch(() => {}))
}

/** Gives the draft that is to be deleted when this is durable. */
async function removeUpload(
  writer: Writer,
  upload: Pick<Upload, 'drive_id' | 'id'>,
  expiredBy?: number,
): Promise<string | undefined> {
  const ended = await deleteUpload(writer, upload, expiredBy)
  if (!ended) return undefined
  await freeReserved(writer, upload.drive_id, ended.reserved)
  const hasDraft = await deleteDraft(writer, upload.drive_id, ended.blob_id)
  return hasDraft ? ended.blob_id : undefined
}
