import type { Writer } from '../../db/database.ts'
import type { BlobRow } from '../../db/tables.ts'

/** Each removes at most so many rows of a drive and tells how many it found. */

export async function deleteUploads(
  writer: Writer,
  driveId: string,
  limit: number,
): Promise<number> {
  const deleted = await writer
    .deleteFrom('uploads')
    .where('drive_id', '=', driveId)
    .where('id', 'in', (query) =>
      query.selectFrom('uploads').select('id').where('drive_id', '=', driveId).limit(limit),
    )
    .returning('id')
    .execute()
  return deleted.length
}

export async function deleteVersions(
  writer: Writer,
  driveId: string,
  limit: number,
): Promise<number> {
  const deleted = await writer
    .deleteFrom('versions')
    .where('drive_id', '=', driveId)
    .where('id', 'in', (query) =>
      query.selectFrom('versions').select('id').where('drive_id', '=', driveId).limit(limit),
    )
    .returning('id')
    .execute()
  return deleted.length
}

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

export async function deleteTags(writer: Writer, driveId: string, limit: number): Promise<number> {
  const deleted = await writer
    .deleteFrom('node_tags')
    .where('drive_id', '=', driveId)
    .where('node_id', 'in', (query) =>
      query.selectFrom('node_tags').select('node_id').where('drive_id', '=', driveId).limit(limit),
    )
    .returning('tag')
    .execute()
  return deleted.length
}

export async function deleteNameTerms(
  writer: Writer,
  driveId: string,
  limit: number,
): Promise<number> {
  const deleted = await writer
    .deleteFrom('name_terms')
    .where('drive_id', '=', driveId)
    .where((row) =>
      row(
        row.refTuple('term', 'node_id'),
        'in',
        row
          .selectFrom('name_terms')
          .select(['term', 'node_id'])
          .where('drive_id', '=', driveId)
          .limit(limit)
          .$asTuple('term', 'node_id'),
      ),
    )
    .returning('term')
    .execute()
  return deleted.length
}

/** One after the other: the parts of an archive go with it. */
export async function deleteArchive(writer: Writer, driveId: string): Promise<number> {
  const deleted = await writer
    .deleteFrom('archives')
    .where('drive_id', '=', driveId)
    .where('id', 'in', (query) =>
      query.selectFrom('archives').select('id').where('drive_id', '=', driveId).limit(1),
    )
    .returning('id')
    .execute()
  return deleted.length
}

export async function deleteTextTerms(
  writer: Writer,
  driveId: string,
  limit: number,
): Promise<number> {
  const deleted = await writer
    .deleteFrom('text_terms')
    .where('drive_id', '=', driveId)
    .where((row) =>
      row(
        row.refTuple('term', 'blob_id'),
        'in',
        row
          .selectFrom('text_terms')
          .select(['term', 'blob_id'])
          .where('drive_id', '=', driveId)
          .limit(limit)
          .$asTuple('term', 'blob_id'),
      ),
    )
    .returning('term')
    .execute()
  return deleted.length
}

export async function deleteTexts(writer: Writer, driveId: string, limit: number): Promise<number> {
  const deleted = await writer
    .deleteFrom('texts')
    .where('drive_id', '=', driveId)
    .where('blob_id', 'in', (query) =>
      query.selectFrom('texts').select('blob_id').where('drive_id', '=', driveId).limit(limit),
    )
    .returning('blob_id')
    .execute()
  return deleted.length
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

export async function deleteChanges(
  writer: Writer,
  driveId: string,
  limit: number,
): Promise<number> {
  const deleted = await writer
    .deleteFrom('changes')
    .where('drive_id', '=', driveId)
    .where('seq', 'in', (query) =>
      query.selectFrom('changes').select('seq').where('drive_id', '=', driveId).limit(limit),
    )
    .returning('seq')
    .execute()
  return deleted.length
}

export async function deleteDrive(writer: Writer, driveId: string): Promise<void> {
  await writer.deleteFrom('text_queue').where('drive_id', '=', driveId).execute()
  await writer.deleteFrom('upload_proofs').where('drive_id', '=', driveId).execute()
  await writer.deleteFrom('tasks').where('drive_id', '=', driveId).execute()
  await writer.deleteFrom('grants').where('drive_id', '=', driveId).execute()
  await writer.deleteFrom('node_marks').where('drive_id', '=', driveId).execute()
  await writer.deleteFrom('drives').where('id', '=', driveId).execute()
}
