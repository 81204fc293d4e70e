import { sql } from 'kysely'
import { contains } from '../../db/contains.ts'
import type { Reader, Writer } from '../../db/database.ts'
import { createPreparedListQuery } from '../../db/prepared-query.ts'
import type { GroupMemberRow, GroupRow } from '../../db/tables.ts'

export async function insertGroup(writer: Writer, row: GroupRow): Promise<void> {
  await writer.insertInto('groups').values(row).execute()
}

export async function selectGroups(reader: Reader, ids: readonly string[]): Promise<GroupRow[]> {
  if (ids.length === 0) return []
  return reader.selectFrom('groups').selectAll().where('id', 'in', ids).orderBy('id').execute()
}

export async function updateGroupName(writer: Writer, id: string, name: string): Promise<void> {
  await writer.updateTable('groups').set({ name }).where('id', '=', id).execute()
}

/** By a part of the name. */
export async function searchGroups(
  reader: Reader,
  { query, limit }: { query: string; limit: number },
): Promise<string[]> {
  const rows = await reader
    .selectFrom('groups')
    .select('id')
    .where(hasInName(query))
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** With its members, and out of the groups that it is in. */
export async function deleteGroup(writer: Writer, id: string, asMember: string): Promise<void> {
  await writer.deleteFrom('group_members').where('group_id', '=', id).execute()
  await writer.deleteFrom('group_members').where('member', '=', asMember).execute()
  await writer.deleteFrom('groups').where('id', '=', id).execute()
}

export async function deleteMemberships(writer: Writer, member: string): Promise<void> {
  await writer.deleteFrom('group_members').where('member', '=', member).execute()
}

export function selectGroupByName(reader: Reader, name: string): Promise<GroupRow | undefined> {
  return reader.selectFrom('groups').selectAll().where('name', '=', name).executeTakeFirst()
}

export type CountedGroup = GroupRow & { members: number }

export async function selectCountedGroup(
  reader: Reader,
  id: string,
): Promise<CountedGroup | undefined> {
  const group = await countedGroups(reader).where('groups.id', '=', id).executeTakeFirst()
  return group && { ...group, members: Number(group.members) }
}

export interface GroupPage {
  /** A part of the name; undefined lists all. */
  query: string | undefined
  after: Pick<GroupRow, 'name' | 'id'> | undefined
  limit: number
}

/** By name. */
export async function selectGroupPage(
  reader: Reader,
  { query, after, limit }: GroupPage,
): Promise<CountedGroup[]> {
  let found = countedGroups(reader).orderBy('groups.name').orderBy('groups.id').limit(limit)
  if (query !== undefined) found = found.where(hasInName(query))
  if (after) {
    const { name, id } = after
    found = found.where((group) =>
      group(group.refTuple('groups.name', 'groups.id'), '>', group.tuple(name, id)),
    )
  }
  return (await found.execute()).map((group) => ({ ...group, members: Number(group.members) }))
}

/** SQLite folds only the letters of English: any other is found as it is typed. */
function hasInName(query: string) {
  return sql<boolean>`(${contains(sql`lower(groups.name)`, query.toLowerCase())} or ${contains(sql`groups.name`, query)})`
}

function countedGroups(reader: Reader) {
  return reader
    .selectFrom('groups')
    .selectAll('groups')
    .select((group) =>
      group
        .selectFrom('group_members')
        .select((row) => row.fn.countAll<number>().as('n'))
        .whereRef('group_members.group_id', '=', 'groups.id')
        .as('members'),
    )
}

/** False where it was there already. */
export async function insertMember(writer: Writer, row: GroupMemberRow): Promise<boolean> {
  const inserted = await writer
    .insertInto('group_members')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('member')
    .executeTakeFirst()
  return inserted !== undefined
}

/** False where it was not there. */
export async function deleteMember(
  writer: Writer,
  { group_id, member }: Pick<GroupMemberRow, 'group_id' | 'member'>,
): Promise<boolean> {
  const deleted = await writer
    .deleteFrom('group_members')
    .where('group_id', '=', group_id)
    .where('member', '=', member)
    .returning('member')
    .executeTakeFirst()
  return deleted !== undefined
}

/** The groups that directly hold one of these. */
export async function selectGroupsOf(
  reader: Reader,
  members: readonly string[],
): Promise<string[]> {
  const rows = await groupsHolding(reader, {}, members)
  return [...new Set(rows.map(({ group_id }) => group_id))]
}

/** Every call of somebody in a drive that is not theirs asks for their groups. */
const groupsHolding = createPreparedListQuery('groups_holding', [], (reader, _, members) =>
  reader.selectFrom('group_members').select('group_id').where('member', 'in', members),
)

export function selectMembers(reader: Reader, groupId: string): Promise<GroupMemberRow[]> {
  return reader
    .selectFrom('group_members')
    .selectAll()
    .where('group_id', '=', groupId)
    .orderBy('member')
    .execute()
}
