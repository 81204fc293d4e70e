import type { Reader, Writer } from '../../db/database.ts'
import type { NodeRow } from '../../db/tables.ts'

export type Doomed = Pick<NodeRow, (typeof DOOMED_COLUMNS)[number]>

/** What is removed with it is found by these, and the history keeps them. */
const DOOMED_COLUMNS = [
  'id',
  'kind',
  'parent_id',
  'name',
  'version_id',
  'size',
  'modified_at',
  'trashed_at',
  'trashed_from',
  'deleted_by',
] as const satisfies (keyof NodeRow)[]

/** What was put into the trash up to a moment, the oldest first. */
export function listTrashed(
  reader: Reader,
  driveId: string,
  until: number,
  limit: number,
): Promise<Doomed[]> {
  return reader
    .selectFrom('nodes')
    .select(DOOMED_COLUMNS)
    .where('drive_id', '=', driveId)
    .where('trashed_at', 'is not', null)
    .where('trashed_at', '<=', until)
    .orderBy('trashed_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** From now on nobody finds them, nor what is below them by way of them. */
export async function markDeleted(
  writer: Writer,
  driveId: string,
  ids: readonly string[],
  taskId: string,
): Promise<void> {
  await writer
    .updateTable('nodes')
    .set({ deleted_by: taskId, parent_id: null, trashed_at: null, trashed_from: null })
    .where('drive_id', '=', driveId)
    .where('id', 'in', ids)
    .execute()
}

/** Another task finishes what this one has begun. */
export async function passOn(
  writer: Writer,
  driveId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await writer
    .updateTable('nodes')
    .set({ deleted_by: to })
    .where('drive_id', '=', driveId)
    .where('deleted_by', '=', from)
    .execute()
}

export function findDeleted(
  reader: Reader,
  driveId: string,
  taskId: string,
): Promise<Doomed | undefined> {
  return reader
    .selectFrom('nodes')
    .select(DOOMED_COLUMNS)
    .where('drive_id', '=', driveId)
    .where('deleted_by', '=', taskId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Files that are deleted themselves: there may be many, and nothing is below them. */
export function listDeletedFiles(
  reader: Reader,
  driveId: string,
  taskId: string,
  limit: number,
): Promise<Doomed[]> {
  return reader
    .selectFrom('nodes')
    .select(DOOMED_COLUMNS)
    .where('drive_id', '=', driveId)
    .where('deleted_by', '=', taskId)
    .where('kind', '=', 'file')
    .limit(limit)
    .execute()
}

export function listInside(
  reader: Reader,
  driveId: string,
  folderId: string,
  limit: number,
): Promise<Doomed[]> {
  return reader
    .selectFrom('nodes')
    .select(DOOMED_COLUMNS)
    .where('drive_id', '=', driveId)
    .where('parent_id', '=', folderId)
    .limit(limit)
    .execute()
}

/** Which of some folders have something in them. */
export async function listFull(
  reader: Reader,
  driveId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await reader
    .selectFrom('nodes as folder')
    .select('folder.id')
    .where('folder.drive_id', '=', driveId)
    .where('folder.id', 'in', ids)
    .where((folder) =>
      folder.exists(
        folder
          .selectFrom('nodes as child')
          .select('child.id')
          .where('child.drive_id', '=', driveId)
          .whereRef('child.parent_id', '=', 'folder.id'),
      ),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** A folder may go together with the last that was in it. */
export async function deleteNodes(
  writer: Writer,
  driveId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await writer
    .deleteFrom('node_tags')
    .where('drive_id', '=', driveId)
    .where('node_id', 'in', ids)
    .execute()
  await writer.deleteFrom('nodes').where('drive_id', '=', driveId).where('id', 'in', ids).execute()
}

/** The next drive, in the order of ids, that has something in its trash, and the oldest of it. */
export async function findNextTrash(
  reader: Reader,
  afterDriveId: string,
): Promise<{ driveId: string; oldest: number } | undefined> {
  const next = await reader
    .selectFrom('nodes')
    .select('drive_id')
    .where('trashed_at', 'is not', null)
    .where('drive_id', '>', afterDriveId)
    .orderBy('drive_id')
    .limit(1)
    .executeTakeFirst()
  if (!next) return undefined
  const first = await reader
    .selectFrom('nodes')
    .select('trashed_at')
    .where('drive_id', '=', next.drive_id)
    .where('trashed_at', 'is not', null)
    .orderBy('trashed_at')
    .limit(1)
    .executeTakeFirst()
  return { driveId: next.drive_id, oldest: first?.trashed_at ?? 0 }
}
