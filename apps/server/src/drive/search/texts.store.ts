import type { Reader, Writer } from '../../db/database.ts'
import type { TextRow, TextTermRow } from '../../db/tables.ts'

/** A version that waits, with its content; null where it is gone, or was followed by another. */
export interface Waiting {
  versionId: string
  blobId: string | null
  size: number
  /** Its content was read before, as another version. */
  isKnown: boolean
}

export async function listWaiting(
  reader: Reader,
  driveId: string,
  limit: number,
): Promise<Waiting[]> {
  const rows = await reader
    .selectFrom('text_queue')
    .leftJoin('versions', (join) =>
      join
        .onRef('versions.drive_id', '=', 'text_queue.drive_id')
        .onRef('versions.id', '=', 'text_queue.version_id'),
    )
    .leftJoin('nodes', (join) =>
      join
        .onRef('nodes.drive_id', '=', 'versions.drive_id')
        .onRef('nodes.id', '=', 'versions.node_id')
        .onRef('nodes.version_id', '=', 'versions.id'),
    )
    .leftJoin('texts', (join) =>
      join
        .onRef('texts.drive_id', '=', 'versions.drive_id')
        .onRef('texts.blob_id', '=', 'versions.blob_id'),
    )
    .select(['text_queue.version_id', 'versions.blob_id', 'versions.size', 'nodes.id as node_id'])
    .select('texts.blob_id as known_blob_id')
    .where('text_queue.drive_id', '=', driveId)
    .orderBy('text_queue.version_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    versionId: row.version_id,
    blobId: row.node_id === null ? null : row.blob_id,
    size: row.size ?? 0,
    isKnown: row.known_blob_id !== null,
  }))
}

export async function countWaiting(reader: Reader, driveId: string): Promise<number> {
  const row = await reader
    .selectFrom('text_queue')
    .select((queue) => queue.fn.countAll<number>().as('count'))
    .where('drive_id', '=', driveId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** The next drive, in the order of ids, whose texts wait. */
export async function findNextWaiting(
  reader: Reader,
  afterDriveId: string,
): Promise<string | undefined> {
  const next = await reader
    .selectFrom('text_queue')
    .select('drive_id')
    .where('drive_id', '>', afterDriveId)
    .orderBy('drive_id')
    .limit(1)
    .executeTakeFirst()
  return next?.drive_id
}

export async function leaveQueue(
  writer: Writer,
  driveId: string,
  versionIds: readonly string[],
): Promise<void> {
  if (versionIds.length === 0) return
  await writer
    .deleteFrom('text_queue')
    .where('drive_id', '=', driveId)
    .where('version_id', 'in', versionIds)
    .execute()
}

export async function listKnownBlobs(
  reader: Reader,
  driveId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await reader
    .selectFrom('blobs')
    .select('id')
    .where('drive_id', '=', driveId)
    .where('id', 'in', ids)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function insertText(writer: Writer, row: TextRow): Promise<void> {
  await writer
    .insertInto('texts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function insertTextTerms(writer: Writer, rows: readonly TextTermRow[]): Promise<void> {
  if (rows.length === 0) return
  await writer
    .insertInto('text_terms')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Nobody finds it any more: its versions are gone. */
export async function markGone(
  writer: Writer,
  blob: { drive_id: string; id: string },
  now: number,
): Promise<void> {
  await writer
    .updateTable('texts')
    .set({ gone_at: now })
    .where('drive_id', '=', blob.drive_id)
    .where('blob_id', '=', blob.id)
    .execute()
}

export function findGone(reader: Reader): Promise<TextRow | undefined> {
  return reader
    .selectFrom('texts')
    .selectAll()
    .where('gone_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
}

export async function deleteTextTerms(
  writer: Writer,
  { drive_id, blob_id }: TextRow,
  terms: readonly string[],
): Promise<void> {
  await writer
    .deleteFrom('text_terms')
    .where('drive_id', '=', drive_id)
    .where('term', 'in', terms)
    .where('blob_id', '=', blob_id)
    .execute()
}

export async function deleteText(writer: Writer, { drive_id, blob_id }: TextRow): Promise<void> {
  await writer
    .deleteFrom('texts')
    .where('drive_id', '=', drive_id)
    .where('blob_id', '=', blob_id)
    .execute()
}
