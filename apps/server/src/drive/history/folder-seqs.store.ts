import type { Reader, Writer } from '../../db/database.ts'
import type { ChangeRow, DriveRow, FolderSeqRow, NodeRow } from '../../db/tables.ts'

export type Touch = Pick<ChangeRow, 'seq' | 'node_id' | 'old_parent_id' | 'old_trashed_at'>

/** The next changes: what each touched, and where that was before. */
export function touchesAfter(
  reader: Reader,
  driveId: string,
  { after, limit }: { after: number; limit: number },
) {
  return reader
    .selectFrom('changes')
    .select(['seq', 'node_id', 'old_parent_id', 'old_trashed_at'])
    .where('drive_id', '=', driveId)
    .where('seq', '>', after)
    .where('private_to', 'is', null)
    .where('type', '<>', 'locked')
    .orderBy('seq')
    .limit(limit)
}

/** The same without what these tasks have done, which bears their ids. */
export function touchesOfOthers(
  reader: Reader,
  driveId: string,
  { exceptTasks, ...page }: { after: number; limit: number; exceptTasks: readonly string[] },
) {
  return touchesAfter(reader, driveId, page).where((change) =>
    change.or([
      change('data', 'is', null),
      change.and(exceptTasks.map((id) => change('data', 'not like', `%"task":"${id}"%`))),
    ]),
  )
}

export type Step = Pick<NodeRow, 'id' | 'parent_id' | 'kind'>

export function stepsOf(reader: Reader, driveId: string, ids: readonly string[]) {
  return reader
    .selectFrom('nodes')
    .select(['id', 'parent_id', 'kind'])
    .where('drive_id', '=', driveId)
    .where('id', 'in', ids)
}

export function findFolderSeqs(
  reader: Reader,
  driveId: string,
  ids: readonly string[],
): Promise<Pick<FolderSeqRow, 'node_id' | 'seq'>[]> {
  return reader
    .selectFrom('folder_seqs')
    .select(['node_id', 'seq'])
    .where('drive_id', '=', driveId)
    .where('node_id', 'in', ids)
    .execute()
}

/** Nobody changes the drive until the end of the transaction. */
export function lockFolderSeqs(writer: Writer, driveId: string): Promise<DriveRow | undefined> {
  return writer
    .updateTable('drives')
    .set((drive) => ({ folder_seqs_at: drive.ref('folder_seqs_at') }))
    .where('id', '=', driveId)
    .returningAll()
    .executeTakeFirst()
}

export async function raiseFolderSeqs(
  writer: Writer,
  rows: readonly FolderSeqRow[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await writer
      .insertInto('folder_seqs')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict
          .columns(['drive_id', 'node_id'])
          .doUpdateSet((row) => ({ seq: row.ref('excluded.seq') }))
          .whereRef('folder_seqs.seq', '<', 'excluded.seq'),
      )
      .execute()
  }
}

const ROWS_AT_ONCE = 500

export async function setFolderSeqsAt(writer: Writer, driveId: string, seq: number): Promise<void> {
  await writer
    .updateTable('drives')
    .set({ folder_seqs_at: seq })
    .where('id', '=', driveId)
    .execute()
}

/** Drives with more changes than this that are not counted yet, in the order of ids. */
export function listBehind(
  reader: Reader,
  { afterId, by, limit }: { afterId: string; by: number; limit: number },
): Promise<Pick<DriveRow, 'id'>[]> {
  return reader
    .selectFrom('drives')
    .select('id')
    .where('id', '>', afterId)
    .where((drive) => drive(drive('seq', '-', drive.ref('folder_seqs_at')), '>', by))
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function dropFolderSeqs(
  writer: Writer,
  driveId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await writer
    .deleteFrom('folder_seqs')
    .where('drive_id', '=', driveId)
    .where('node_id', 'in', ids)
    .execute()
}
