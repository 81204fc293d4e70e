import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import type { ChangeRow, GoneNodeRow, NodeRow } from '../../db/tables.ts'

export interface IdPage {
  /** The tree as it was at this number. */
  seq: number
  afterId: string
  limit: number
}

/** The next ids, in their order, that are there today. */
export function presentIds(reader: Reader, driveId: string, { afterId, limit }: IdPage) {
  return reader
    .selectFrom('nodes')
    .select('id')
    .where('drive_id', '=', driveId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
}

/** The next ids that have changed since. */
export function changedIds(reader: Reader, driveId: string, { seq, afterId, limit }: IdPage) {
  return (
    reader
      .selectFrom('changes')
      .select('node_id as id')
      .distinct()
      .where('drive_id', '=', driveId)
      .where('node_id', '>', afterId)
      // Not by the number, which the table itself is sorted by: every page would read all later changes.
      .where(sql<number>`seq + 0`, '>', seq)
      .orderBy('node_id')
      .limit(limit)
  )
}

/** The next ids that have gone since with a folder above them. */
export function goneIds(reader: Reader, driveId: string, { seq, afterId, limit }: IdPage) {
  return reader
    .selectFrom('gone_nodes')
    .select('id')
    .distinct()
    .where('drive_id', '=', driveId)
    .where('id', '>', afterId)
    .where(sql<number>`seq + 0`, '>', seq)
    .orderBy('id')
    .limit(limit)
}

export type PresentNode = Pick<
  NodeRow,
  | 'id'
  | 'parent_id'
  | 'name'
  | 'version_id'
  | 'size'
  | 'modified_at'
  | 'trashed_at'
  | 'trashed_from'
>

/** Those of some nodes that are there today. */
export function findPresent(
  reader: Reader,
  driveId: string,
  ids: readonly string[],
): Promise<PresentNode[]> {
  return reader
    .selectFrom('nodes')
    .select([
      'id',
      'parent_id',
      'name',
      'version_id',
      'size',
      'modified_at',
      'trashed_at',
      'trashed_from',
    ])
    .where('drive_id', '=', driveId)
    .where('id', 'in', ids)
    .where('deleted_by', 'is', null)
    .execute()
}

export type FirstChange = Pick<
  ChangeRow,
  | 'seq'
  | 'node_id'
  | 'type'
  | 'old_parent_id'
  | 'old_name'
  | 'old_version_id'
  | 'old_size'
  | 'old_modified_at'
  | 'old_trashed_at'
>

/** The first change of each of some nodes since then that changed the tree. */
export async function findFirstChanges(
  reader: Reader,
  driveId: string,
  { seq, ids }: { seq: number; ids: readonly string[] },
): Promise<FirstChange[]> {
  const first = await firstChangeSeqs(reader, driveId, { seq, ids }).execute()
  if (first.length === 0) return []
  return reader
    .selectFrom('changes')
    .select([
      'seq',
      'node_id',
      'type',
      'old_parent_id',
      'old_name',
      'old_version_id',
      'old_size',
      'old_modified_at',
      'old_trashed_at',
    ])
    .where('drive_id', '=', driveId)
    .where(
      'seq',
      'in',
      first.map((change) => Number(change.seq)),
    )
    .execute()
}

export function firstChangeSeqs(
  reader: Reader,
  driveId: string,
  { seq, ids }: { seq: number; ids: readonly string[] },
) {
  return reader
    .selectFrom('changes')
    .select((change) => change.fn.min<number>('seq').as('seq'))
    .where('drive_id', '=', driveId)
    .where('node_id', 'in', ids)
    .where(sql<number>`seq + 0`, '>', seq)
    .where((change) =>
      change.or([change('type', 'in', ['created', 'deleted']), change('old_name', 'is not', null)]),
    )
    .groupBy('node_id')
}

export function findGone(
  reader: Reader,
  driveId: string,
  { seq, ids }: { seq: number; ids: readonly string[] },
): Promise<GoneNodeRow[]> {
  return reader
    .selectFrom('gone_nodes')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('id', 'in', ids)
    .where(sql<number>`seq + 0`, '>', seq)
    .execute()
}
