import type { Reader, Writer } from '../../db/database.ts'
import type { GroupMessageRow } from '../../db/tables.ts'

type Key = Pick<GroupMessageRow, 'drive_id' | 'node_id' | 'group_id'>

export async function insertGroupMessage(writer: Writer, row: GroupMessageRow): Promise<void> {
  await writer.insertInto('group_messages').values(row).execute()
}

export async function deleteGroupMessage(writer: Writer, key: Key): Promise<void> {
  await writer
    .deleteFrom('group_messages')
    .where('drive_id', '=', key.drive_id)
    .where('node_id', '=', key.node_id)
    .where('group_id', '=', key.group_id)
    .execute()
}

/** The one that has waited longest. */
export function findOldestGroupMessage(reader: Reader): Promise<GroupMessageRow | undefined> {
  return reader
    .selectFrom('group_messages')
    .selectAll()
    .orderBy('at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Takes the next step: of several processes, one. It is the last where nobody is left. */
export async function takeStep(
  writer: Writer,
  { drive_id, id, told_to }: GroupMessageRow,
  next: string | undefined,
): Promise<boolean> {
  const step =
    next === undefined
      ? writer
          .deleteFrom('group_messages')
          .where('drive_id', '=', drive_id)
          .where('id', '=', id)
          .where('told_to', '=', told_to)
          .returning('id')
      : writer
          .updateTable('group_messages')
          .set({ told_to: next })
          .where('drive_id', '=', drive_id)
          .where('id', '=', id)
          .where('told_to', '=', told_to)
          .returning('id')
  return (await step.executeTakeFirst()) !== undefined
}

/** What one account has done was done by another one. */
export async function handOverGroupMessages(
  writer: Writer,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const column of ['actor_sub', 'owner_sub'] as const) {
    await writer
      .updateTable('group_messages')
      .set({ [column]: to })
      .where(column, '=', from)
      .execute()
  }
}

/** With the account of whoever did it. */
export async function deleteGroupMessagesOf(writer: Writer, sub: string): Promise<void> {
  await writer.deleteFrom('group_messages').where('actor_sub', '=', sub).execute()
}
