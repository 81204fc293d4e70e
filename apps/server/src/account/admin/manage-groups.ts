import { isAnonymousSub } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { AccountEventType, EventLog } from '../events/events.ts'
import type {
  CountedGroup,
  DescribedMember,
  GroupMember,
  GroupPage,
  Groups,
} from '../groups/groups.ts'
import type { AccountFiles } from '../users/account-files.ts'
import { findUser } from '../users/users.ts'

export interface GroupAdminContext {
  admin: SignedIn
  caller: Caller
}

/** Groups of people, with an event for each change. */
export interface ManageGroups {
  list(page: GroupPage): Promise<CountedGroup[]>
  get(id: string): Promise<{ group: CountedGroup; members: DescribedMember[] }>
  create(name: string, context: GroupAdminContext): Promise<CountedGroup>
  rename(id: string, name: string, context: GroupAdminContext): Promise<CountedGroup>
  remove(id: string, context: GroupAdminContext): Promise<void>
  addMember(id: string, member: GroupMember, context: GroupAdminContext): Promise<void>
  removeMember(id: string, member: GroupMember, context: GroupAdminContext): Promise<void>
}

export function createManageGroups({
  db,
  groups,
  events,
  accountFiles,
}: {
  db: Database
  groups: Groups
  events: EventLog
  accountFiles: readonly Pick<AccountFiles, 'groupRemoved' | 'groupsShrink' | 'membershipChanged'>[]
}): ManageGroups {
  /** In the history of the group, where it outlives the account of the administrator, and of the member. */
  async function record(
    writer: Writer,
    type: AccountEventType,
    { admin, caller }: GroupAdminContext,
    known: { group_id: string; member_sub?: string } & Record<string, unknown>,
  ): Promise<void> {
    const data = { administrator: admin.sub, request_id: caller.requestId, ...known }
    await events.record(writer, { type, sub: known.group_id, data })
    if (known.member_sub) await events.record(writer, { type, sub: known.member_sub, data })
  }

  async function find(writer: Writer, id: string): Promise<CountedGroup> {
    const group = await groups.find(writer, id)
    if (group) return group
    throw new ServiceError('not_found', { description: 'there is no such group' })
  }

  async function tell(writer: Writer, member: GroupMember): Promise<void> {
    for (const { membershipChanged } of accountFiles) await membershipChanged(writer, member)
  }

  /** Of the group and of those that it is in. */
  async function beforeShrinking(writer: Writer, id: string): Promise<() => Promise<void>> {
    const ids = [id, ...(await groups.around(writer, id))]
    const checks: (() => Promise<void>)[] = []
    for (const { groupsShrink } of accountFiles) checks.push(await groupsShrink(writer, ids))
    return async () => {
      for (const check of checks) await check()
    }
  }

  return {
    list: (page) => db.read((reader) => groups.list(reader, page)),

    get: (id) =>
      db.read(async (reader) => {
        const group = await groups.find(reader, id)
        if (!group) throw new ServiceError('not_found', { description: 'there is no such group' })
        return { group, members: await groups.members(reader, id) }
      }),

    create: (name, context) =>
      db.write(async (writer) => {
        await checkName(writer, name)
        const id = await groups.create(writer, name)
        await record(writer, 'group.created', context, { group_id: id, name })
        return find(writer, id)
      }),

    rename: (id, name, context) =>
      db.write(async (writer) => {
        const before = await find(writer, id)
        await checkName(writer, name, id)
        await groups.rename(writer, id, name)
        const data = { group_id: id, name, old_name: before.name }
        await record(writer, 'group.renamed', context, data)
        return find(writer, id)
      }),

    remove: (id, context) =>
      db.write(async (writer) => {
        const { name } = await find(writer, id)
        const check = await beforeShrinking(writer, id)
        for (const { groupRemoved } of accountFiles) await groupRemoved(writer, id)
        await groups.removeGroup(writer, id)
        await check()
        await record(writer, 'group.removed', context, { group_id: id, name })
      }),

    addMember: (id, member, context) =>
      db.write(async (writer) => {
        const { name } = await find(writer, id)
        if ('groupId' in member) await find(writer, member.groupId)
        else await checkPerson(writer, member.sub)
        if (!(await groups.add(writer, id, member))) return
        await tell(writer, member)
        await record(writer, 'group.member_added', context, describe(id, name, member))
      }),

    removeMember: (id, member, context) =>
      db.write(async (writer) => {
        const { name } = await find(writer, id)
        const check = await beforeShrinking(writer, id)
        if (!(await groups.remove(writer, id, member))) {
          throw new ServiceError('not_found', { description: 'there is no such member' })
        }
        await check()
        await tell(writer, member)
        await record(writer, 'group.member_removed', context, describe(id, name, member))
      }),
  }

  /** Whoever shares with a group knows it by its name only. */
  async function checkName(writer: Writer, name: string, exceptId?: string): Promise<void> {
    const other = await groups.findByName(writer, name)
    if (!other || other.id === exceptId) return
    throw new ServiceError('already_exists', { description: 'name: another group has this name' })
  }
}

function describe(id: string, name: string, member: GroupMember) {
  const who = 'sub' in member ? { member_sub: member.sub } : { member_group_id: member.groupId }
  return { group_id: id, name, ...who }
}

async function checkPerson(writer: Writer, sub: string): Promise<void> {
  if (!isAnonymousSub(sub) && (await findUser(writer, sub))) return
  throw new ServiceError('not_found', { description: 'there is no such person' })
}
