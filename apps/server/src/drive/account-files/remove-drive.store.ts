import type { Writer } from '../../db/database.ts'
import type { BlobRow } from '../../db/tables.ts'

/** Gives those whose bytes are to be removed next; what lies in rows goes along. */
export async function deleteBlobs(
  writer: Writer,
  driveId: string,
  limit: number,
): Promise<Pick<BlobRow, 'id' | 'draft'>[]> {
  const deleted = await writer
    .deleteFrom('blobs')
    .where('drive_id', '=', driveId)
    .where('id', 'in', (query) =>
      query.selectFrom('blobs').select('id').where('drive_id', '=', driveId).limit(limit),
    )
    .returning(['id', 'draft'])
    .execute()
  return deleted
}

/** Whoever has no children any more; the root comes last. */
export async function deleteLeaves(
  writer: Writer,
  driveId: string,
  limit: number,
): Promise<number> {
  const deleted = await writer
    .deleteFrom('nodes')
    .where('drive_id', '=', driveId)
    .where('id', 'in', (query) =>
      query
        .selectFrom('nodes as leaf')
        .select('leaf.id')
        .where('leaf.drive_id', '=', driveId)
        .where((leaf) =>
          leaf.not(
            leaf.exists(
              leaf
                .selectFrom('nodes as child')
                .select('child.id')
                .where('child.drive_id', '=', driveId)
                .whereRef('child.parent_id', '=', 'leaf.id'),
            ),
          ),
        )
        .limit(limit),
    )
    .returning('id')
    .execute()
  return deleted.length
}

export async function deleteDrive(writer: Writer, driveId: string): Promise<void> {
  await writer.deleteFrom('drives').where('id', '=', driveId).execute()
}
