import type { Reader, Writer } from '../../db/database.ts'
import { createPreparedInsert } from '../../db/prepared-query.ts'
import type { ChangeRow } from '../../db/tables.ts'

export function postChanges(writer: Writer, rows: readonly ChangeRow[]): void {
  for (const row of rows) writer.post(changeInsert, { ...row })
}

const changeInsert = createPreparedInsert('changes', [
  'drive_id',
  'seq',
  'node_id',
  'type',
  'at',
  'actor_sub',
  'action',
  'data',
])

export async function raiseSeq(writer: Writer, driveId: string, seq: number): Promise<void> {
  await writer.updateTable('drives').set({ seq }).where('id', '=', driveId).execute()
}

export async function raiseForgottenSeq(
  writer: Writer,
  driveId: string,
  seq: number,
): Promise<void> {
  await writer
    .updateTable('drives')
    .set({ forgotten_seq: seq })
    .where('id', '=', driveId)
    .where('forgotten_seq', '<', seq)
    .execute()
}

export function findChanges(
  reader: Reader,
  driveId: string,
  { after, limit }: { after: number; limit: number },
): Promise<Pick<ChangeRow, 'seq' | 'node_id' | 'at'>[]> {
  return reader
    .selectFrom('changes')
    .select(['seq', 'node_id', 'at'])
    .where('drive_id', '=', driveId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** At which number each of these drives is. */
export function findSeqs(
  reader: Reader,
  driveIds: readonly string[],
): Promise<{ id: string; seq: number }[]> {
  return reader.selectFrom('drives').select(['id', 'seq']).where('id', 'in', driveIds).execute()
}

export interface OldestChanges {
  id: string
  forgotten_seq: number
  /** When the first change after `forgotten_seq` was; null when there is none. */
  untold_at: number | null
  /** When the very first change that is still kept was. */
  kept_at: number | null
}

/** How far back the log of each drive goes, drive by drive. */
export function findOldestChanges(
  reader: Reader,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<OldestChanges[]> {
  return reader
    .selectFrom('drives')
    .select(['drives.id', 'drives.forgotten_seq'])
    .select((drive) => [
      drive
        .selectFrom('changes')
        .select('changes.at')
        .whereRef('changes.drive_id', '=', 'drives.id')
        .whereRef('changes.seq', '>', 'drives.forgotten_seq')
        .orderBy('changes.seq')
        .limit(1)
        .as('untold_at'),
      drive
        .selectFrom('changes')
        .select('changes.at')
        .whereRef('changes.drive_id', '=', 'drives.id')
        .orderBy('changes.seq')
        .limit(1)
        .as('kept_at'),
    ])
    .where('drives.id', '>', afterId)
    .orderBy('drives.id')
    .limit(limit)
    .execute()
}

/** Removes what the history of the drive does not tell of either. */
export async function deleteSilentChanges(
  writer: Writer,
  driveId: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<void> {
  await writer
    .deleteFrom('changes')
    .where('drive_id', '=', driveId)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .where('action', 'is', null)
    .execute()
}

export async function deleteChanges(writer: Writer, driveId: string, upTo: number): Promise<void> {
  await writer
    .deleteFrom('changes')
    .where('drive_id', '=', driveId)
    .where('seq', '<=', upTo)
    .execute()
}
