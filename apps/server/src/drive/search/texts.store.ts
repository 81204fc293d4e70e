import type { Reader, Writer } from '../../db/database.ts'
import type { TextPieceRow, TextReaderKind, TextRow, TextTermRow } from '../../db/tables.ts'

/** A version that waits, with its content; null where it is gone, or was followed by another. */
export interface Waiting {
  versionId: string
  blobId: string | null
  size: number
  reader: TextReaderKind
  /** Its content was read before, as another version. */
  isKnown: boolean
}

/** Of those that these readers read. */
export async function listWaiting(
  reader: Reader,
  driveId: string,
  readers: readonly TextReaderKind[],
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
    .select(['text_queue.reader', 'texts.reader as known_reader', 'texts.encoding'])
    .where('text_queue.drive_id', '=', driveId)
    .where('text_queue.reader', 'in', readers)
    .orderBy('text_queue.version_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    versionId: row.version_id,
    blobId: row.node_id === null ? null : row.blob_id,
    size: row.size ?? 0,
    reader: row.reader,
    // With another name it may turn out to be a text after all.
    isKnown: row.encoding !== null || row.known_reader === row.reader,
  }))
}

export async function countWaiting(
  reader: Reader,
  driveId: string,
  readers: readonly TextReaderKind[],
): Promise<number> {
  const row = await reader
    .selectFrom('text_queue')
    .select((queue) => queue.fn.countAll<number>().as('count'))
    .where('drive_id', '=', driveId)
    .where('reader', 'in', readers)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** The next drive, in the order of ids, whose texts wait. */
export async function findNextWaiting(
  reader: Reader,
  afterDriveId: string,
  readers: readonly TextReaderKind[],
): Promise<string | undefined> {
  const next = await reader
    .selectFrom('text_queue')
    .select('drive_id')
    .where('drive_id', '>', afterDriveId)
    .where('reader', 'in', readers)
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
    // One that another reader took for no text has no words that would be left behind.
    .onConflict((conflict) =>
      conflict
        .columns(['drive_id', 'blob_id'])
        .doUpdateSet({ encoding: row.encoding, terms: row.terms, reader: row.reader })
        .where('texts.encoding', 'is', null),
    )
    .execute()
}

export async function insertTextPieces(
  writer: Writer,
  rows: readonly TextPieceRow[],
): Promise<void> {
  if (rows.length === 0) return
  await writer
    .insertInto('text_pieces')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Those that a range of a kept text touches, in their order; none is longer than `maxLength`. */
export async function listTextPieces(
  reader: Reader,
  { driveId, blobId }: { driveId: string; blobId: string },
  { start, end, maxLength }: { start: number; end: number; maxLength: number },
): Promise<Pick<TextPieceRow, 'at' | 'text'>[]> {
  return reader
    .selectFrom('text_pieces')
    .select(['at', 'text'])
    .where('drive_id', '=', driveId)
    .where('blob_id', '=', blobId)
    .where('at', '>', start - maxLength)
    .where('at', '<', end)
    .orderBy('at')
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

/** With its pieces, of which no text has many. */
export async function deleteText(writer: Writer, { drive_id, blob_id }: TextRow): Promise<void> {
  await writer
    .deleteFrom('text_pieces')
    .where('drive_id', '=', drive_id)
    .where('blob_id', '=', blob_id)
    .execute()
  await writer
    .deleteFrom('texts')
    .where('drive_id', '=', drive_id)
    .where('blob_id', '=', blob_id)
    .execute()
}
