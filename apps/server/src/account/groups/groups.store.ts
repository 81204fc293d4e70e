import type { Reader, Writer } from '../../db/database.ts'
import type { GroupMemberRow, GroupRow } from '../../db/tables.ts'

export async function insertGroup(writer: Writer, row: GroupRow): Promise<void> {
  await writer.insertInto('groups').values(row).execute()
}

export async function selectGroups(reader: Reader, ids: readonly string[]): Promise<GroupRow[]> {
  if (ids.length === 0) return []
  return reader.selectFrom('groups').selectAll().where('id', 'in', ids).orderBy('id').execute()
}

export async function insertMember(writer: Writer, row: GroupMemberRow): Promise<void> {
  await writer
    .insertInto('group_members')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteMember(
  writer: Writer,
  { group_id, member }: Pick<GroupMemberRow, 'group_id' | 'member'>,
): Promise<void> {
  await writer
    .deleteFrom('group_members')
    .where('group_id', '=', group_id)
    .where('member', '=', member)
    .execute()
}

/** The groups that directly hold one of these. */
export async function selectGroupsOf(
  reader: Reader,
  members: readonly string[],
): Promise<string[]> {
  const rows = await reader
    .selectFrom('group_members')
    .select('group_id')
    .distinct()
    .where('member', 'in', members)
    .execute()
  return rows.map(({ group_id }) => group_id)
}

export function selectMembers(reader: Reader, groupId: string): Promise<GroupMemberRow[]> {
  return reader
    .selectFrom('group_members')
    .selectAll()
    .where('group_id', '=', groupId)
    .orderBy('member')
    .execute()
}
