import {
  type AdminGroup,
  type AdminGroupMember,
  addGroupToGroup,
  addPersonToGroup,
  createGroup,
  getGroup,
  listGroups,
  removeGroup,
  removeGroupFromGroup,
  removePersonFromGroup,
  renameGroup,
} from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { GroupRow } from '../../db/tables.ts'
import { type Route, route } from '../../http/route.ts'
import type { CountedGroup, DescribedMember } from '../groups/groups.ts'
import type { ManageGroups } from './manage-groups.ts'

export function manageGroupsRoutes({ manageGroups }: { manageGroups: ManageGroups }): Route[] {
  return [
    route(listGroups, { admin: true }, async ({ query: { query, limit, page_token } }) => {
      const after = page_token === undefined ? undefined : parsePageToken(page_token)
      const groups = await manageGroups.list({ query, after, limit })
      const last = groups.length === limit ? groups.at(-1) : undefined
      return { groups: groups.map(toGroup), ...(last && { next_page_token: toPageToken(last) }) }
    }),
    route(getGroup, { admin: true }, async ({ params }) => {
      const { group, members } = await manageGroups.get(params.group_id)
      return { ...toGroup(group), members: members.map(toMember) }
    }),
    route(createGroup, sensitive, async ({ body, user: admin, caller }) =>
      toGroup(await manageGroups.create(body.name, { admin, caller })),
    ),
    route(renameGroup, sensitive, async ({ params, body, user: admin, caller }) =>
      toGroup(await manageGroups.rename(params.group_id, body.name, { admin, caller })),
    ),
    route(removeGroup, sensitive, async ({ params, user: admin, caller }) => {
      await manageGroups.remove(params.group_id, { admin, caller })
      return {}
    }),
    route(addPersonToGroup, sensitive, async ({ params, user: admin, caller }) => {
      await manageGroups.addMember(params.group_id, { sub: params.sub }, { admin, caller })
      return {}
    }),
    route(removePersonFromGroup, sensitive, async ({ params, user: admin, caller }) => {
      await manageGroups.removeMember(params.group_id, { sub: params.sub }, { admin, caller })
      return {}
    }),
    route(addGroupToGroup, sensitive, async ({ params, user: admin, caller }) => {
      const inner = { groupId: params.inner_id }
      await manageGroups.addMember(params.group_id, inner, { admin, caller })
      return {}
    }),
    route(removeGroupFromGroup, sensitive, async ({ params, user: admin, caller }) => {
      const inner = { groupId: params.inner_id }
      await manageGroups.removeMember(params.group_id, inner, { admin, caller })
      return {}
    }),
  ]
}

const sensitive = { admin: true, sudo: true } as const

function toGroup({ id, name, members, created_at }: CountedGroup): AdminGroup {
  return { id, name, member_count: members, created_at: new Date(created_at).toISOString() }
}

function toMember({ member, name, addedAt }: DescribedMember): AdminGroupMember {
  const added_at = new Date(addedAt).toISOString()
  return 'sub' in member
    ? { kind: 'person', sub: member.sub, name, added_at }
    : { kind: 'group', id: member.groupId, name, added_at }
}

/** Behind which group the next page begins. */
function toPageToken({ name, id }: Pick<GroupRow, 'name' | 'id'>): string {
  return Buffer.from(JSON.stringify([name, id])).toString('base64url')
}

function parsePageToken(token: string): Pick<GroupRow, 'name' | 'id'> {
  try {
    const [name, id]: unknown[] = JSON.parse(Buffer.from(token, 'base64url').toString())
    if (typeof name === 'string' && typeof id === 'string') return { name, id }
  } catch (cause) {
    throw badToken(cause)
  }
  throw badToken()
}

function badToken(cause?: unknown): ServiceError {
  return new ServiceError('invalid_argument', {
    description: 'page_token is not valid; leave it out to start at the first page',
    cause,
  })
}
