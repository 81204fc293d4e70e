import type { Reader, Writer } from '../../db/database.ts'
import type { OfferRow } from '../../db/tables.ts'

type OfferKey = Pick<OfferRow, 'drive_id' | 'id'>

export async function insertOffer(writer: Writer, row: OfferRow): Promise<void> {
  await writer.insertInto('offers').values(row).execute()
}

/** One that this person made, or that was made to them. */
export function findOffer(
  reader: Reader,
  side: 'from_sub' | 'to_sub',
  sub: string,
  id: string,
): Promise<OfferRow | undefined> {
  return reader
    .selectFrom('offers')
    .selectAll()
    .where(side, '=', sub)
    .where('id', '=', id)
    .executeTakeFirst()
}

function openOffers(reader: Reader, now: number) {
  return reader
    .selectFrom('offers')
    .selectAll()
    .where('task_id', 'is', null)
    .where('expires_at', '>', now)
}

/** The open ones that this person made, or that were made to them; the latest first. */
export function listOpen(
  reader: Reader,
  side: 'from_sub' | 'to_sub',
  sub: string,
  now: number,
): Promise<OfferRow[]> {
  return openOffers(reader, now)
    .where(side, '=', sub)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export function listOpenIn(reader: Reader, driveId: string, now: number): Promise<OfferRow[]> {
  return openOffers(reader, now).where('drive_id', '=', driveId).execute()
}

/** False where it is not open any more: of two who answer at once, one does. */
export async function takeOffer(
  writer: Writer,
  { drive_id, id }: OfferKey,
  { now, ...task }: Pick<OfferRow, 'task_drive_id' | 'task_id'> & { now: number },
): Promise<boolean> {
  const taken = await writer
    .updateTable('offers')
    .set(task)
    .where('drive_id', '=', drive_id)
    .where('id', '=', id)
    .where('task_id', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** After a move that came to nothing. */
export async function reopenOffer(
  writer: Writer,
  { drive_id, id }: OfferKey,
  taskId: string,
): Promise<void> {
  await writer
    .updateTable('offers')
    .set({ task_drive_id: null, task_id: null })
    .where('drive_id', '=', drive_id)
    .where('id', '=', id)
    .where('task_id', '=', taskId)
    .execute()
}

/** False where it was answered already. */
export async function deleteOpen(writer: Writer, { drive_id, id }: OfferKey): Promise<boolean> {
  const deleted = await writer
    .deleteFrom('offers')
    .where('drive_id', '=', drive_id)
    .where('id', '=', id)
    .where('task_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function deleteOffer(writer: Writer, { drive_id, id }: OfferKey): Promise<void> {
  await writer.deleteFrom('offers').where('drive_id', '=', drive_id).where('id', '=', id).execute()
}

/** At most so many that are over; gives how many there were. */
export async function deleteExpired(writer: Writer, now: number, limit: number): Promise<number> {
  const deleted = await writer
    .deleteFrom('offers')
    .where('id', 'in', (offer) =>
      offer.selectFrom('offers').select('id').where('expires_at', '<=', now).limit(limit),
    )
    .where('expires_at', '<=', now)
    .returning('id')
    .execute()
  return deleted.length
}

/** By and to a person who is gone. */
export async function deleteOffersOf(writer: Writer, sub: string): Promise<void> {
  await writer.deleteFrom('offers').where('from_sub', '=', sub).execute()
  await writer.deleteFrom('offers').where('to_sub', '=', sub).execute()
}

/** One person's become another's; nobody offers something to themselves. */
export async function handOverOffers(
  writer: Writer,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await writer.updateTable('offers').set({ from_sub: to }).where('from_sub', '=', from).execute()
  await writer.updateTable('offers').set({ to_sub: to }).where('to_sub', '=', from).execute()
  await writer.deleteFrom('offers').where('from_sub', '=', to).where('to_sub', '=', to).execute()
}
