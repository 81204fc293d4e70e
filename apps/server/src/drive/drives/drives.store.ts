import type { Reader, Writer } from '../../db/database.ts'
import { createPreparedChange, createPreparedQuery } from '../../db/prepared-query.ts'
import type { DriveRow } from '../../db/tables.ts'

export function findDriveByOwner(reader: Reader, ownerSub: string): Promise<DriveRow | undefined> {
  return reader
    .selectFrom('drives')
    .selectAll()
    .where('owner_sub', '=', ownerSub)
    .executeTakeFirst()
}

export async function findDrive(reader: Reader, id: string): Promise<DriveRow | undefined> {
  const [drive] = await reader.run(driveById, { id })
  return drive
}

/** False when the owner has a drive already: the unique owner decides between two first calls. */
export async function insertDrive(writer: Writer, row: DriveRow): Promise<boolean> {
  const inserted = await writer
    .insertInto('drives')
    .values(row)
    .onConflict((conflict) => conflict.column('owner_sub').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function bumpSeq(writer: Writer, id: string): Promise<DriveRow | undefined> {
  const [drive] = await writer.run(seqBump, { id })
  return drive
}

/** For changes of what is shared in drives that are made beside them, with an account: `KnownTops` rests on it. */
export async function raiseSeqs(writer: Writer, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += RAISED_AT_ONCE) {
    await writer
      .updateTable('drives')
      .set((drive) => ({ seq: drive('seq', '+', 1) }))
      .where('id', 'in', ids.slice(at, at + RAISED_AT_ONCE))
      .execute()
  }
}

const RAISED_AT_ONCE = 500

const DRIVE_COLUMNS = [
  'id',
  'owner_sub',
  'name',
  'made_by',
  'deleted_at',
  'root_id',
  'quota_bytes',
  'used_bytes',
  'reserved_bytes',
  'seq',
  'forgotten_seq',
  'history_from_seq',
  'folder_seqs_at',
  'number_base',
  'numbers_until_seq',
  'locked_until',
  'created_at',
] as const satisfies (keyof DriveRow)[]

const driveById = createPreparedQuery('drive_by_id', ['id'], (reader, { id }) =>
  reader.selectFrom('drives').select(DRIVE_COLUMNS).where('id', '=', id),
)

const seqBump = createPreparedChange('seq_bump', ['id'], (writer, { id }) =>
  writer
    .updateTable('drives')
    .set((drive) => ({ seq: drive('seq', '+', 1) }))
    .where('id', '=', id)
    .returning(DRIVE_COLUMNS),
)

/** The first of so many numbers of the server that nobody else has. */
export async function takeBlock(writer: Writer, count: number): Promise<number> {
  const { value } = await writer
    .insertInto('counters')
    .values({ name: 'node_numbers', value: 2 * count })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({ value: row('counters.value', '+', count) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return value - count
}

export async function setNumbers(
  writer: Writer,
  id: string,
  numbers: Pick<DriveRow, 'number_base' | 'numbers_until_seq'>,
): Promise<void> {
  await writer.updateTable('drives').set(numbers).where('id', '=', id).execute()
}

/** What nearly every call asks first. */
export const driveOf = createPreparedQuery('drive_of', ['ownerSub'], (reader, { ownerSub }) =>
  reader.selectFrom('drives').select(DRIVE_COLUMNS).where('owner_sub', '=', ownerSub),
)

/** The new owner must have none: the unique owner refuses a second one. */
export async function updateOwner(writer: Writer, from: string, to: string): Promise<void> {
  await writer.updateTable('drives').set({ owner_sub: to }).where('owner_sub', '=', from).execute()
}

/** By their ids, which are in the order of their making. */
export function listTeamDrives(
  reader: Reader,
  { after, limit }: { after: string; limit: number },
): Promise<DriveRow[]> {
  return reader
    .selectFrom('drives')
    .selectAll()
    .where('name', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function renameDrive(writer: Writer, id: string, name: string): Promise<void> {
  await writer.updateTable('drives').set({ name }).where('id', '=', id).execute()
}

/** The writers of the drive wait for this transaction. Undefined where it is no team drive, or a deleted one. */
export function lockTeamDrive(writer: Writer, id: string): Promise<DriveRow | undefined> {
  return writer
    .updateTable('drives')
    .set((drive) => ({ seq: drive.ref('seq') }))
    .where('id', '=', id)
    .where('name', 'is not', null)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** From now on nobody reaches it. */
export async function markDeleted(writer: Writer, id: string, now: number): Promise<void> {
  await writer.updateTable('drives').set({ deleted_at: now }).where('id', '=', id).execute()
}

export function listDeletedDrives(reader: Reader, limit: number): Promise<Pick<DriveRow, 'id'>[]> {
  return reader
    .selectFrom('drives')
    .select('id')
    .where('deleted_at', 'is not', null)
    .limit(limit)
    .execute()
}

/** Those that are still there. */
export async function countMadeBy(reader: Reader, sub: string): Promise<number> {
  const { n } = await reader
    .selectFrom('drives')
    .select((drive) => drive.fn.countAll<number>().as('n'))
    .where('made_by', '=', sub)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** With the account of a person; the drives stay. */
export async function forgetMaker(writer: Writer, sub: string): Promise<void> {
  await writer.updateTable('drives').set({ made_by: null }).where('made_by', '=', sub).execute()
}
