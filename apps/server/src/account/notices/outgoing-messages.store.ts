import type { Writer } from '../../db/database.ts'
import type { OutgoingMessageRow } from '../../db/tables.ts'

export async function insertMessage(writer: Writer, row: OutgoingMessageRow): Promise<void> {
  await writer.insertInto('outgoing_messages').values(row).execute()
}

/** Takes messages whose turn it is and holds them till `holdUntil`: nobody else takes them meanwhile. */
export async function claimDue(
  writer: Writer,
  { nowMs, holdUntil, limit }: { nowMs: number; holdUntil: number; limit: number },
): Promise<OutgoingMessageRow[]> {
  return (
    writer
      .updateTable('outgoing_messages')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), next_at: holdUntil }))
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('outgoing_messages')
          .select('id')
          .where('next_at', '<=', nowMs)
          .orderBy('next_at')
          .limit(limit),
      )
      // Asked again: another process may have taken the row between the two looks.
      .where('next_at', '<=', nowMs)
      .returningAll()
      .execute()
  )
}

export async function setNextAttempt(writer: Writer, id: string, nextAt: number): Promise<void> {
  await writer
    .updateTable('outgoing_messages')
    .set({ next_at: nextAt })
    .where('id', '=', id)
    .execute()
}

export async function deleteMessage(writer: Writer, id: string): Promise<void> {
  await writer.deleteFrom('outgoing_messages').where('id', '=', id).execute()
}
