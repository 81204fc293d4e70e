import { ServiceError } from '@awan/protocol/errors'
import type { Reader, Writer } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import {
  deleteMember,
  insertGroup,
  insertMember,
  selectGroupsOf,
  selectMembers,
} from './groups.store.ts'

export { selectGroups } from './groups.store.ts'

/** A person, or a group inside of a group. */
export type GroupMember = { sub: string } | { groupId: string }

/** People who are given access together. A group holds people and groups of people, and no deeper. */
export interface Groups {
  create(writer: Writer, name: string): Promise<string>
  add(writer: Writer, groupId: string, member: GroupMember): Promise<void>
  remove(writer: Writer, groupId: string, member: GroupMember): Promise<void>
}

export function createGroups({ clock, random }: { clock: Clock; random: Random }): Groups {
  return {
    async create(writer, name) {
      const now = clock.now()
      const id = createId(random, now)
      await insertGroup(writer, { id, name, created_at: now })
      return id
    },

    async add(writer, groupId, member) {
      if ('groupId' in member) await checkNesting(writer, groupId, member.groupId)
      const row = { group_id: groupId, member: toText(member), added_at: clock.now() }
      await insertMember(writer, row)
    },

    remove: (writer, groupId, member) =>
      deleteMember(writer, { group_id: groupId, member: toText(member) }),
  }
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
