import type { Reader, Writer } from '../../db/database.ts'
import type { ContentChecksumRow } from '../../db/tables.ts'

export function listChecksums(
  reader: Reader,
  driveId: string,
  blobIds: readonly string[],
): Promise<ContentChecksumRow[]> {
  return reader
    .selectFrom('content_checksums')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('blob_id', 'in', blobIds)
    .execute()
}

/** Of contents that are still there; what another reader has learned further stays. */
export async function saveChecksums(
  writer: Writer,
  driveId: string,
  rows: readonly ContentChecksumRow[],
): Promise<void> {
  const blobs = await writer
    .selectFrom('blobs')
    .select('id')
    .where('drive_id', '=', driveId)
    .where(
      'id',
      'in',
      rows.map(({ blob_id }) => blob_id),
    )
    .execute()
  const known = new Set(blobs.map(({ id }) => id))
  const saved = rows.filter(({ blob_id }) => known.has(blob_id))
  if (saved.length === 0) return
  await writer
    .insertInto('content_checksums')
    .values(saved)
    .onConflict((conflict) =>
      conflict
        .columns(['drive_id', 'blob_id'])
        .doUpdateSet((row) => ({
          bytes: row.ref('excluded.bytes'),
          crc32: row.ref('excluded.crc32'),
        }))
        .whereRef('excluded.bytes', '>', 'content_checksums.bytes'),
    )
    .execute()
}
