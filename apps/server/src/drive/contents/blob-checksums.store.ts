import type { Reader, Writer } from '../../db/database.ts'
import { createPreparedListQuery } from '../../db/prepared-query.ts'
import type { BlobChecksumRow, VersionRow } from '../../db/tables.ts'

export async function insertChecksum(writer: Writer, row: BlobChecksumRow): Promise<void> {
  await writer
    .insertInto('blob_checksums')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type VersionChecksum = Pick<BlobChecksumRow, 'algorithm' | 'value'> & {
  version_id: VersionRow['id']
}

export function listVersionChecksums(
  reader: Reader,
  driveId: string,
  versionIds: readonly string[],
): Promise<VersionChecksum[]> {
  return versionChecksums(reader, { driveId }, versionIds)
}

/** Downloads by WebDAV name the checksum of their content. */
const versionChecksums = createPreparedListQuery(
  'version_checksums',
  ['driveId'],
  (reader, { driveId }, versionIds) =>
    reader
      .selectFrom('versions')
      .innerJoin('blob_checksums', (join) =>
        join
          .onRef('blob_checksums.drive_id', '=', 'versions.drive_id')
          .onRef('blob_checksums.blob_id', '=', 'versions.blob_id'),
      )
      .select(['versions.id as version_id', 'blob_checksums.algorithm', 'blob_checksums.value'])
      .where('versions.drive_id', '=', driveId)
      .where('versions.id', 'in', versionIds)
      .orderBy('versions.id')
      .orderBy('blob_checksums.algorithm'),
)
