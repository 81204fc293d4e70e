import type { ExpressionBuilder } from 'kysely'
import type { Reader, Writer } from '../../db/database.ts'
import type { ArchivePartRow, ArchiveRow, NodeRow, Tables } from '../../db/tables.ts'
import { shortcutTypes } from '../nodes/shortcut-type.ts'

/** A node with its content of this moment. */
export type Found = Pick<
  NodeRow,
  'id' | 'parent_id' | 'kind' | 'name' | 'sort_key' | 'size' | 'modified_at' | 'trashed_at'
> & { blob_id: string | null; hash: string | null }

/** Those of some nodes that are there, in no order. */
export function listFound(
  reader: Reader,
  driveId: string,
  ids: readonly string[],
): Promise<Found[]> {
  return nodesWithContent(reader, driveId)
    .where('nodes.id', 'in', ids)
    .where('nodes.deleted_by', 'is', null)
    .execute()
}

/** What is in some folders, in no order. */
export function listInside(
  reader: Reader,
  driveId: string,
  folderIds: readonly string[],
  limit: number,
): Promise<Found[]> {
  return nodesWithContent(reader, driveId)
    .where('nodes.parent_id', 'in', folderIds)
    .where(isNoShortcut)
    .limit(limit)
    .execute()
}

export function listPage(
  reader: Reader,
  driveId: string,
  folderId: string,
  afterSortKey: string,
  limit: number,
): Promise<Found[]> {
  return pageQuery(reader, driveId, folderId, afterSortKey).limit(limit).execute()
}

export function pageQuery(reader: Reader, driveId: string, folderId: string, afterSortKey: string) {
  return nodesWithContent(reader, driveId)
    .where('nodes.parent_id', '=', folderId)
    .where(isNoShortcut)
    .where('nodes.sort_key', '>', afterSortKey)
    .orderBy('nodes.sort_key')
}

/** A shortcut has nothing of its own, and an archive does not follow it. */
function isNoShortcut(node: ExpressionBuilder<Tables, 'nodes'>) {
  return node.or([
    node('nodes.mime_type', 'is', null),
    node('nodes.mime_type', 'not in', shortcutTypes),
  ])
}

function nodesWithContent(reader: Reader, driveId: string) {
  return reader
    .selectFrom('nodes')
    .leftJoin('versions', (join) =>
      join
        .onRef('versions.drive_id', '=', 'nodes.drive_id')
        .onRef('versions.id', '=', 'nodes.version_id'),
    )
    .select([
      'nodes.id',
      'nodes.parent_id',
      'nodes.kind',
      'nodes.name',
      'nodes.sort_key',
      'nodes.size',
      'nodes.modified_at',
      'nodes.trashed_at',
      'versions.blob_id',
      'versions.hash',
    ])
    .where('nodes.drive_id', '=', driveId)
}

export async function insertArchive(writer: Writer, row: ArchiveRow): Promise<void> {
  await writer.insertInto('archives').values(row).execute()
}

export async function insertParts(writer: Writer, rows: readonly ArchivePartRow[]): Promise<void> {
  if (rows.length > 0) await writer.insertInto('archive_parts').values(rows).execute()
}

export async function completeArchive(writer: Writer, archive: ArchiveRow): Promise<void> {
  await writer
    .updateTable('archives')
    .set({ is_complete: 1 })
    .where('drive_id', '=', archive.drive_id)
    .where('id', '=', archive.id)
    .execute()
}

/** Undefined before its parts are all there, too. */
export function findArchive(
  reader: Reader,
  driveId: string,
  id: string,
): Promise<ArchiveRow | undefined> {
  return reader
    .selectFrom('archives')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('id', '=', id)
    .where('is_complete', '=', 1)
    .executeTakeFirst()
}

/** One with the same bytes that lasts for a while. */
export function findSameArchive(
  reader: Reader,
  driveId: string,
  wanted: { name: string; hash: string; nodeIds: string; until: number },
): Promise<ArchiveRow | undefined> {
  return reader
    .selectFrom('archives')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('hash', '=', wanted.hash)
    .where('name', '=', wanted.name)
    .where('node_ids', '=', wanted.nodeIds)
    .where('is_complete', '=', 1)
    .where('expires_at', '>=', wanted.until)
    .limit(1)
    .executeTakeFirst()
}

/** What the lists of a drive's archives hold together. The directory at the end of an archive is as long as its list. */
export async function measureOpen(
  reader: Reader,
  driveId: string,
  now: number,
): Promise<{ entries: number; bytes: number }> {
  const row = await reader
    .selectFrom('archives')
    .select((archive) => [
      archive.fn.sum<number | string | null>('entries').as('entries'),
      archive.fn
        .sum<number | string | null>(archive('size', '-', archive.ref('directory_byte')))
        .as('bytes'),
    ])
    .where('drive_id', '=', driveId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return { entries: Number(row?.entries ?? 0), bytes: Number(row?.bytes ?? 0) }
}

/** The last part that begins at or before a byte, of the contents or of the directory. */
export async function findPartAt(
  reader: Reader,
  archive: ArchiveRow,
  column: 'first_byte' | 'directory_byte',
  byte: number,
): Promise<number> {
  const row = await reader
    .selectFrom('archive_parts')
    .select('part')
    .where('drive_id', '=', archive.drive_id)
    .where('archive_id', '=', archive.id)
    .where(column, '<=', byte)
    .orderBy('part', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.part ?? 0
}

export function findPart(
  reader: Reader,
  archive: ArchiveRow,
  part: number,
): Promise<ArchivePartRow | undefined> {
  return reader
    .selectFrom('archive_parts')
    .selectAll()
    .where('drive_id', '=', archive.drive_id)
    .where('archive_id', '=', archive.id)
    .where('part', '=', part)
    .executeTakeFirst()
}

export function listExpired(
  reader: Reader,
  now: number,
  limit: number,
): Promise<Pick<ArchiveRow, 'drive_id' | 'id'>[]> {
  return reader
    .selectFrom('archives')
    .select(['drive_id', 'id'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
}

/** Its parts go with it. */
export async function deleteArchive(
  writer: Writer,
  { drive_id, id }: Pick<ArchiveRow, 'drive_id' | 'id'>,
): Promise<void> {
  await writer
    .deleteFrom('archives')
    .where('drive_id', '=', drive_id)
    .where('id', '=', id)
    .execute()
}
