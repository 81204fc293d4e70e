import type { Reader, Writer } from '../../db/database.ts'
import type { DriveRow, NodeRow, VersionRow } from '../../db/tables.ts'

export async function lockDrive(writer: Writer, id: string): Promise<DriveRow | undefined> {
  return writer
    .updateTable('drives')
    .set((drive) => ({ seq: drive.ref('seq') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function countNodes(reader: Reader, driveId: string): Promise<number> {
  const row = await reader
    .selectFrom('nodes')
    .select((node) => node.fn.countAll<number>().as('count'))
    .where('drive_id', '=', driveId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** What the tasks of a drive have been promised. */
export async function sumPromised(reader: Reader, driveId: string): Promise<number> {
  const { bytes } = await reader
    .selectFrom('tasks')
    .select((task) => task.fn.sum<number>('reserved').as('bytes'))
    .where('drive_id', '=', driveId)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** The number of a node, which it keeps for life. */
export async function findNumber(reader: Reader, driveId: string, id: string): Promise<number> {
  const { number } = await reader
    .selectFrom('nodes')
    .select('number')
    .where('drive_id', '=', driveId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return number
}

/** All but the root, with what lies in the trash. */
export async function copyNodes(writer: Writer, from: DriveRow, to: string): Promise<void> {
  await writer
    .insertInto('nodes')
    .columns(['drive_id', ...nodeColumns])
    .expression((query) =>
      query
        .selectFrom('nodes')
        .select((node) => node.val(to).as('drive_id'))
        .select(nodeColumns)
        .where('drive_id', '=', from.id)
        .where('id', '!=', from.root_id),
    )
    .execute()
}

const nodeColumns = Object.keys({
  id: true,
  parent_id: true,
  kind: true,
  name: true,
  sort_key: true,
  size: true,
  version_id: true,
  hash: true,
  mime_type: true,
  revision: true,
  created_at: true,
  modified_at: true,
  type: true,
  touched_at: true,
  description: true,
  tag_list: true,
  trashed_at: true,
  trashed_from: true,
  deleted_by: true,
  search_name: true,
  taken_at: true,
  aspect: true,
  duration_ms: true,
  camera: true,
  created_by: true,
  number: true,
} satisfies Record<keyof Omit<NodeRow, 'drive_id'>, true>) as (keyof Omit<NodeRow, 'drive_id'>)[]

/** Texts are read anew there: a drive may have more words than one transaction should move. */
export async function moveTexts(
  writer: Writer,
  move: { from: string; to: string; now: number },
): Promise<void> {
  const { from, to, now } = move
  await writer
    .updateTable('text_queue')
    .set({ drive_id: to })
    .where('drive_id', '=', from)
    .execute()
  await writer
    .insertInto('text_queue')
    .columns(['drive_id', 'version_id', 'reader'])
    .expression((query) =>
      query
        .selectFrom('texts')
        .innerJoin('versions', 'versions.blob_id', 'texts.blob_id')
        .select((row) => [row.val(to).as('drive_id'), 'versions.id', 'texts.reader'])
        .where('texts.drive_id', '=', from)
        .where('versions.drive_id', '=', from),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await writer.updateTable('texts').set({ gone_at: now }).where('drive_id', '=', from).execute()
}

/** Of a folder that comes from another drive, the number there means nothing here: it has just changed. */
export async function insertFolderSeqs(
  writer: Writer,
  { from, to, seq }: { from: string; to: string; seq: number },
): Promise<void> {
  await writer
    .insertInto('folder_seqs')
    .columns(['drive_id', 'node_id', 'seq'])
    .expression((query) =>
      query
        .selectFrom('nodes')
        .select((node) => [
          node.val(to).as('drive_id'),
          'nodes.id',
          node.cast<number>(node.val(seq), 'bigint').as('seq'),
        ])
        .where('drive_id', '=', from)
        .where('kind', '=', 'folder'),
    )
    .execute()
}

export async function takeVersions(writer: Writer, driveId: string): Promise<VersionRow[]> {
  return writer.deleteFrom('versions').where('drive_id', '=', driveId).returningAll().execute()
}

export async function moveBlobs(writer: Writer, from: string, to: string): Promise<void> {
  await writer.updateTable('blobs').set({ drive_id: to }).where('drive_id', '=', from).execute()
}

export async function insertVersions(writer: Writer, rows: readonly VersionRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH) {
    await writer
      .insertInto('versions')
      .values(rows.slice(at, at + BATCH))
      .execute()
  }
}

const BATCH = 500

/** Uploads that were not finished: gives the drafts that nobody will finish. */
export async function dropDrafts(writer: Writer, driveId: string): Promise<string[]> {
  const drafts = await writer
    .deleteFrom('blobs')
    .where('drive_id', '=', driveId)
    .where('hash', 'is', null)
    .returning('id')
    .execute()
  return drafts.map(({ id }) => id)
}

export async function deleteEmptied(writer: Writer, driveId: string): Promise<void> {
  await writer.deleteFrom('nodes').where('drive_id', '=', driveId).execute()
  await writer.deleteFrom('folder_seqs').where('drive_id', '=', driveId).execute()
  await writer.deleteFrom('drives').where('id', '=', driveId).execute()
}
