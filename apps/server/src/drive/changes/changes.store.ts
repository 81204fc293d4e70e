import type { Reader, Writer } from '../../db/database.ts'
import { createPreparedInsert } from '../../db/prepared-query.ts'
import type { ChangeRow, GoneNodeRow } from '../../db/tables.ts'

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
  'old_parent_id',
  'old_name',
  'old_version_id',
  'old_size',
  'old_modified_at',
  'old_trashed_at',
  'private_to',
])

export type GoneNode = Omit<GoneNodeRow, 'drive_id' | 'seq'>

export function postGoneNodes(
  writer: Writer,
  drive_id: string,
  seq: number,
  nodes: readonly GoneNode[],
): void {
  for (const { id, parent_id, name, version_id, size, modified_at } of nodes) {
    const node = { id, parent_id, name, version_id, size, modified_at }
    writer.post(goneNodeInsert, { ...node, drive_id, seq })
  }
}

const goneNodeInsert = createPreparedInsert('gone_nodes', [
  'drive_id',
  'id',
  'seq',
  'parent_id',
  'name',
  'version_id',
  'size',
  'modified_at',
])

/** At most so many of those that the history does not reach back to; gives how many there were. */
export async function deleteGoneNodes(
  writer: Writer,
  driveId: string,
  { upTo, limit }: { upTo: number; limit: number },
): Promise<number> {
  const deleted = await writer
    .deleteFrom('gone_nodes')
    .where('drive_id', '=', driveId)
    .where((row) =>
      row(
        row.refTuple('id', 'seq'),
        'in',
        row
          .selectFrom('gone_nodes')
          .select(['id', 'seq'])
          .where('drive_id', '=', driveId)
          .where('seq', '<=', upTo)
          .orderBy('seq')
          .limit(limit)
          .$asTuple('id', 'seq'),
      ),
    )
    .returning('id')
    .execute()
  return deleted.length
}

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

interface ChangesPage {
  after: number
  limit: number
}

type FoundChange = Pick<ChangeRow, 'seq' | 'node_id' | 'at' | 'old_parent_id' | 'private_to'>

export function findChanges(
  reader: Reader,
  driveId: string,
  page: ChangesPage,
): Promise<FoundChange[]> {
  return changesAfter(reader, driveId, page).execute()
}

/** Without those of other people's marks. */
export function findChangesFor(
  reader: Reader,
  driveId: string,
  viewer: string,
  { hasLocks = true, ...page }: ChangesPage & { hasLocks?: boolean | undefined },
): Promise<FoundChange[]> {
  const changes = changesAfter(reader, driveId, page).where((change) =>
    change.or([change('private_to', 'is', null), change('private_to', '=', viewer)]),
  )
  return (hasLocks ? changes : changes.where('type', '<>', 'locked')).execute()
}

function changesAfter(reader: Reader, driveId: string, { after, limit }: ChangesPage) {
  return reader
    .selectFrom('changes')
    .select(['seq', 'node_id', 'at', 'old_parent_id', 'private_to'])
    .where('drive_id', '=', driveId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
}

/** At which number each of these drives and grantees is; a grantee is told apart by its colon. */
export async function findSeqs(
  reader: Reader,
  ids: readonly string[],
): Promise<{ id: string; seq: number }[]> {
  const drives = ids.filter((id) => !id.includes(':'))
  const grantees = ids.filter((id) => id.includes(':'))
  return [
    ...(await (drives.length > 0
      ? reader.selectFrom('drives').select(['id', 'seq']).where('id', 'in', drives).execute()
      : [])),
    ...(await (grantees.length > 0
      ? reader
          .selectFrom('grantee_seqs')
          .select(['grantee as id', 'seq'])
          .where('grantee', 'in', grantees)
          .execute()
      : [])),
  ]
}

/** Gives the numbers that the grantees have then, each once; in one order, so that two transactions do not wait for each other. */
export function raiseGranteeSeqs(
  writer: Writer,
  grantees: readonly string[],
): Promise<{ grantee: string; seq: number }[]> {
  if (grantees.length === 0) return Promise.resolve([])
  return writer
    .insertInto('grantee_seqs')
    .values([...new Set(grantees)].toSorted().map((grantee) => ({ grantee, seq: 1 })))
    .onConflict((conflict) =>
      conflict.column('grantee').doUpdateSet((row) => ({ seq: row('grantee_seqs.seq', '+', 1) })),
    )
    .returning(['grantee', 'seq'])
    .execute()
}

export async function deleteGranteeSeq(writer: Writer, grantee: string): Promise<void> {
  await writer.deleteFrom('grantee_seqs').where('grantee', '=', grantee).execute()
}

export interface OldestChanges {
  id: string
  forgotten_seq: number
  history_from_seq: number
  /** When the first change after `forgotten_seq` was; null when there is none. */
  untold_at: number | null
  /** When the very first change that is still kept was. */
  kept_at: number | null
  /** The first of the nodes that are gone, where any is kept. */
  gone_seq: number | null
}

/** How far back the log of each drive goes, drive by drive. */
export function findOldestChanges(
  reader: Reader,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<OldestChanges[]> {
  return reader
    .selectFrom('drives')
    .select(['drives.id', 'drives.forgotten_seq', 'drives.history_from_seq'])
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
      drive
        .selectFrom('gone_nodes')
        .select('gone_nodes.seq')
        .whereRef('gone_nodes.drive_id', '=', 'drives.id')
        .orderBy('gone_nodes.seq')
        .limit(1)
        .as('gone_seq'),
    ])
    .where('drives.id', '>', afterId)
    .orderBy('drives.id')
    .limit(limit)
    .execute()
}

/** The tree is not known before this number any more. */
export async function raiseHistoryFrom(
  writer: Writer,
  driveId: string,
  seq: number,
): Promise<void> {
  await writer
    .updateTable('drives')
    .set({ history_from_seq: seq })
    .where('id', '=', driveId)
    .where('history_from_seq', '<', seq)
    .execute()
}

/** Nothing up to here is told any more, and the tree is not known before it. */
export async function forgetUpTo(writer: Writer, driveId: string, seq: number): Promise<void> {
  await raiseForgottenSeq(writer, driveId, seq)
  await raiseHistoryFrom(writer, driveId, seq)
}

export async function deleteChanges(writer: Writer, driveId: string, upTo: number): Promise<void> {
  await writer
    .deleteFrom('changes')
    .where('drive_id', '=', driveId)
    .where('seq', '<=', upTo)
    .execute()
}
