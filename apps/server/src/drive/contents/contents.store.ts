import type { ExpressionBuilder } from 'kysely'
import type { Reader, Writer } from '../../db/database.ts'
import type { BlobRow, Tables, VersionRow } from '../../db/tables.ts'

export async function insertBlob(writer: Writer, row: BlobRow): Promise<void> {
  await writer.insertInto('blobs').values(row).execute()
}

export async function insertVersion(writer: Writer, row: VersionRow): Promise<void> {
  await writer.insertInto('versions').values(row).execute()
}

export function findBlob(
  reader: Reader,
  driveId: string,
  id: string,
): Promise<BlobRow | undefined> {
  return reader
    .selectFrom('blobs')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function findUsedBlobByHash(
  reader: Reader,
  driveId: string,
  content: { hash: string; size: number },
): Promise<BlobRow | undefined> {
  return reader
    .selectFrom('blobs')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('hash', '=', content.hash)
    .where('size', '=', content.size)
    .where('refs', '>', 0)
    .limit(1)
    .executeTakeFirst()
}

export function findVersion(
  reader: Reader,
  driveId: string,
  id: string,
): Promise<VersionRow | undefined> {
  return reader
    .selectFrom('versions')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** One more version points to the blob. False when the blob is gone or holds something else. */
export async function addReference(
  writer: Writer,
  driveId: string,
  id: string,
  hash: string,
): Promise<boolean> {
  const updated = await writer
    .updateTable('blobs')
    .set((blob) => ({ hash, refs: blob('refs', '+', 1), unused_since: null }))
    .where('drive_id', '=', driveId)
    .where('id', '=', id)
    .where((blob) => blob.or([blob('hash', 'is', null), blob('hash', '=', hash)]))
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Removes the row of a blob that never became content; whoever gets `true` removes its bytes. */
export async function deleteDraft(writer: Writer, driveId: string, id: string): Promise<boolean> {
  const deleted = await writer
    .deleteFrom('blobs')
    .where('drive_id', '=', driveId)
    .where('id', '=', id)
    .where('hash', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

export function listUnused(
  reader: Reader,
  before: number,
  limit: number,
): Promise<Pick<BlobRow, 'drive_id' | 'id'>[]> {
  return reader
    .selectFrom('blobs')
    .select(['drive_id', 'id'])
    .where('unused_since', '<', before)
    .where('refs', '=', 0)
    .where(isNotUploadedOnto)
    .limit(limit)
    .execute()
}

/** Looks again in the same statement: since it was listed, a version may have come to use it. */
export async function deleteUnused(
  writer: Writer,
  blob: Pick<BlobRow, 'drive_id' | 'id'>,
  before: number,
): Promise<boolean> {
  const deleted = await writer
    .deleteFrom('blobs')
    .where('drive_id', '=', blob.drive_id)
    .where('id', '=', blob.id)
    .where('unused_since', '<', before)
    .where('refs', '=', 0)
    .where(isNotUploadedOnto)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function listKnownIds(reader: Reader, ids: readonly string[]): Promise<Set<string>> {
  const rows = await reader.selectFrom('blobs').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/** An upload of content that the drive has already keeps that content. */
function isNotUploadedOnto(blobs: ExpressionBuilder<Tables, 'blobs'>) {
  const uploads = blobs
    .selectFrom('uploads')
    .select('uploads.id')
    .whereRef('uploads.drive_id', '=', 'blobs.drive_id')
    .whereRef('uploads.blob_id', '=', 'blobs.id')
  return blobs.not(blobs.exists(uploads))
}
