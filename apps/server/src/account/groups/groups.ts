import { ServiceError } from '@awan/protocol/errors'
import type { Reader, Writer } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import { selectNames } from '../users/users.ts'
import {
  type CountedGroup,
  deleteGroup,
  deleteMember,
  deleteMemberships,
  insertGroup,
  insertMember,
  selectCountedGroup,
  selectGroupByName,
  selectGroupPage,
  selectGroups,
  selectGroupsOf,
  selectMembers,
  updateGroupName,
} from './groups.store.ts'

export { type CountedGroup, type GroupPage, searchGroups, selectGroups } from './groups.store.ts'

/** A person, or a group inside of a group. */
export type GroupMember = { sub: string } | { groupId: string }

export interface DescribedMember {
  member: GroupMember
  name: string
  addedAt: number
}

/** The rights of each member are looked up at every call, and administrators see all of them on one page. */
export const MAX_MEMBERS = 5000

/** People who are given access together. A group holds people and groups of people, and no deeper. */
export interface Groups {
  create(writer: Writer, name: string): Promise<string>
  rename(writer: Writer, groupId: string, name: string): Promise<void>
  removeGroup(writer: Writer, groupId: string): Promise<void>
  find(reader: Reader, groupId: string): Promise<CountedGroup | undefined>
  findByName(reader: Reader, name: string): Promise<{ id: string } | undefined>
  /** By name. */
  list: typeof selectGroupPage
  members(reader: Reader, groupId: string): Promise<DescribedMember[]>
  /** The groups that a group is in. */
  around(reader: Reader, groupId: string): Promise<string[]>
  /** False where they are in it already. */
  add(writer: Writer, groupId: string, member: GroupMember): Promise<boolean>
  /** False where they are not in it. */
  remove(writer: Writer, groupId: string, member: GroupMember): Promise<boolean>
}

export function createGroups({ clock, random }: { clock: Clock; random: Random }): Groups {
  return {
    async create(writer, name) {
      const now = clock.now()
      const id = createId(random, now)
      await insertGroup(writer, { id, name, created_at: now })
      return id
    },

    rename: updateGroupName,
    removeGroup: (writer, groupId) => deleteGroup(writer, groupId, toText({ groupId })),
    find: selectCountedGroup,
    findByName: selectGroupByName,
    list: selectGroupPage,

    async members(reader, groupId) {
      const rows = await selectMembers(reader, groupId)
      const members = rows.map((row) => ({ member: parse(row.member), addedAt: row.added_at }))
      const names = new Map<string, string>()
      const subs = members.flatMap(({ member }) => ('sub' in member ? member.sub : []))
      const ids = members.flatMap(({ member }) => ('groupId' in member ? member.groupId : []))
      for (const { sub, name } of await selectNames(reader, subs)) names.set(toText({ sub }), name)
      for (const { id, name } of await selectGroups(reader, ids)) {
        names.set(toText({ groupId: id }), name)
      }
      return members.map((one) => ({ ...one, name: names.get(toText(one.member)) ?? '' }))
    },

    around: (reader, groupId) => selectGroupsOf(reader, [toText({ groupId })]),

    async add(writer, groupId, member) {
      if ('groupId' in member) await checkNesting(writer, groupId, member.groupId)
      const group = await selectCountedGroup(writer, groupId)
      if ((group?.members ?? 0) >= MAX_MEMBERS) {
        throw new ServiceError('resource_exhausted', {
          description: `a group has at most ${MAX_MEMBERS} members: make another group`,
        })
      }
      const row = { group_id: groupId, member: toText(member), added_at: clock.now() }
      return insertMember(writer, row)
    },

    remove: (writer, groupId, member) =>
      deleteMember(writer, { group_id: groupId, member: toText(member) }),
  }
}

/** Somebody who is gone is in no group. */
export function leaveAllGroups(writer: Writer, sub: string): Promise<void> {
  return deleteMemberships(writer, toText({ sub }))
}

/** The groups that a person belongs to, directly or by a group inside of a group. */
export async function groupsOf(reader: Reader, sub: string): Promise<string[]> {
  const direct = await selectGroupsOf(reader, [toText({ sub })])
  if (direct.length === 0) return []
  const around = await selectGroupsOf(
    reader,
    direct.map((groupId) => toText({ groupId })),
  )
  return [...new Set([...direct, ...around])]
}

/** The people of a group, and those of the groups in it. */
export async function peopleIn(reader: Reader, groupId: string): Promise<string[]> {
  const members = (await selectMembers(reader, groupId)).map(({ member }) => parse(member))
  const subs = members.flatMap((member) => ('sub' in member ? member.sub : []))
  for (const member of members) {
    if ('sub' in member) continue
    const inner = (await selectMembers(reader, member.groupId)).map((row) => parse(row.member))
    subs.push(...inner.flatMap((one) => ('sub' in one ? one.sub : [])))
  }
  return [...new Set(subs)]
}

/** Once: a group that holds a group is held by none, and the other way round. */
async function checkNesting(writer: Writer, outer: string, inner: string): Promise<void> {
  const isInside = (await selectGroupsOf(writer, [toText({ groupId: outer })])).length > 0
  const holdsGroups = (await selectMembers(writer, inner)).some(({ member }) =>
    member.startsWith(GROUP),
  )
  if (outer !== inner && !isInside && !holdsGroups) return
  throw new ServiceError('invalid_argument', {
    description: 'groups can be nested only one level deep',
  })
}

const PERSON = 'person:'
const GROUP = 'group:'

function toText(member: GroupMember): string {
  return 'sub' in member ? PERSON + member.sub : GROUP + member.groupId
}

function parse(text: string): GroupMember {
  return text.startsWith(PERSON)
    ? { sub: text.slice(PERSON.length) }
    : { groupId: text.slice(GROUP.length) }
}
