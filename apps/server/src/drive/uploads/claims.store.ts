import type { Writer } from '../../db/database.ts'
import type { UploadClaimRow } from '../../db/tables.ts'
import type { Upload } from './uploads.store.ts'

type Key = Pick<UploadClaimRow, 'drive_id' | 'upload_id' | 'id'>

/** Whoever claims blocks of an upload waits here for others that do; false when it is gone. */
export async function lockUpload(writer: Writer, upload: Upload): Promise<boolean> {
  const locked = await writer
    .updateTable('uploads')
    .set((row) => ({ expires_at: row.ref('expires_at') }))
    .where('drive_id', '=', upload.drive_id)
    .where('id', '=', upload.id)
    .returning('id')
    .executeTakeFirst()
  return locked !== undefined
}

export async function isClaimed(
  writer: Writer,
  upload: Upload,
  [first, last]: readonly [number, number],
): Promise<boolean> {
  const other = await writer
    .selectFrom('upload_claims')
    .select('id')
    .where('drive_id', '=', upload.drive_id)
    .where('upload_id', '=', upload.id)
    .where('first_block', '<=', last)
    .where('last_block', '>=', first)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

export async function insertClaim(writer: Writer, row: UploadClaimRow): Promise<void> {
  await writer.insertInto('upload_claims').values(row).execute()
}

/** Those whose holders are dead or have fallen silent. */
export async function deleteExpiredClaims(
  writer: Writer,
  upload: Upload,
  now: number,
): Promise<void> {
  await writer
    .deleteFrom('upload_claims')
    .where('drive_id', '=', upload.drive_id)
    .where('upload_id', '=', upload.id)
    .where('expires_at', '<=', now)
    .execute()
}

/** False when somebody else has taken it away. */
export async function renewClaim(writer: Writer, key: Key, expiresAt: number): Promise<boolean> {
  const renewed = await writer
    .updateTable('upload_claims')
    .set({ expires_at: expiresAt })
    .where('drive_id', '=', key.drive_id)
    .where('upload_id', '=', key.upload_id)
    .where('id', '=', key.id)
    .returning('id')
    .executeTakeFirst()
  return renewed !== undefined
}

export async function deleteClaim(writer: Writer, key: Key): Promise<boolean> {
  const deleted = await writer
    .deleteFrom('upload_claims')
    .where('drive_id', '=', key.drive_id)
    .where('upload_id', '=', key.upload_id)
    .where('id', '=', key.id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}
