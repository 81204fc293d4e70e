import type { AnswerOf, BodySent } from '@awan/protocol'
import type {
  AdminGroup,
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
import type { SudoToken } from '../account/sudo-token.ts'
import { withSudo } from '../account/with-sudo.ts'
import { toFields } from '../fields.ts'
import type { AdminHost } from './admin-host.ts'
import type { PageQuery } from './page-query.ts'

export type GroupsQuery = PageQuery<typeof listGroups>
/** Who is added to a group, or taken out of it: a person, or all members of another group. */
export type GroupMemberId = { sub: string } | { group_id: string }

/** Groups of people, to share with all of them together. Groups nest one level deep. */
export interface Groups {
  /**
   * All groups by name, or those with a part of it.
   *
   * @example const { groups, next_page_token } = await admin.groups.list({ query: 'fam' })
   */
  list(query?: GroupsQuery): Promise<AnswerOf<typeof listGroups>>
  /**
   * One group with its members.
   *
   * @example const { name, members } = await admin.groups.get(id)
   */
  get(group_id: string): Promise<AnswerOf<typeof getGroup>>
  /**
   * Creates a group without members.
   *
   * @example const { id } = await admin.groups.create({ name: 'Family', sudo_token })
   */
  create(payload: BodySent<typeof createGroup> & SudoToken): Promise<AdminGroup>
  /**
   * Renames a group.
   *
   * @example await admin.groups.rename(id, { name: 'Everybody', sudo_token })
   */
  rename(group_id: string, payload: BodySent<typeof renameGroup> & SudoToken): Promise<AdminGroup>
  /**
   * Removes a group; what was shared with it is no longer shared with its members.
   *
   * @example await admin.groups.remove(id, { sudo_token })
   */
  remove(group_id: string, payload: SudoToken): Promise<void>
  /**
   * Adds a person, or all members of another group.
   *
   * @example await admin.groups.addMember(id, { sub }, { sudo_token })
   */
  addMember(group_id: string, member: GroupMemberId, payload: SudoToken): Promise<void>
  /**
   * Takes a person or a group out.
   *
   * @example await admin.groups.removeMember(id, { group_id: inner.id }, { sudo_token })
   */
  removeMember(group_id: string, member: GroupMemberId, payload: SudoToken): Promise<void>
}

export function createGroups({ request }: AdminHost): Groups {
  return {
    list: (query = {}) =>
      request<typeof listGroups>('GET', '/v1/admin/groups', { auth: true, query: toFields(query) }),
    get: (group_id) =>
      request<typeof getGroup>('GET', '/v1/admin/groups/{group_id}', {
        auth: true,
        params: { group_id },
      }),
    create: ({ sudo_token, ...body }) =>
      request<typeof createGroup>('POST', '/v1/admin/groups', { ...withSudo(sudo_token), body }),
    rename: (group_id, { sudo_token, ...body }) =>
      request<typeof renameGroup>('PATCH', '/v1/admin/groups/{group_id}', {
        ...withSudo(sudo_token),
        params: { group_id },
        body,
      }),
    async remove(group_id, { sudo_token }) {
      await request<typeof removeGroup>('DELETE', '/v1/admin/groups/{group_id}', {
        ...withSudo(sudo_token),
        params: { group_id },
      })
    },
    async addMember(group_id, member, { sudo_token }) {
      if ('sub' in member) {
        await request<typeof addPersonToGroup>('PUT', '/v1/admin/groups/{group_id}/people/{sub}', {
          ...withSudo(sudo_token),
          params: { group_id, sub: member.sub },
        })
        return
      }
      await request<typeof addGroupToGroup>(
        'PUT',
        '/v1/admin/groups/{group_id}/groups/{inner_id}',
        { ...withSudo(sudo_token), params: { group_id, inner_id: member.group_id } },
      )
    },
    async removeMember(group_id, member, { sudo_token }) {
      if ('sub' in member) {
        await request<typeof removePersonFromGroup>(
          'DELETE',
          '/v1/admin/groups/{group_id}/people/{sub}',
          { ...withSudo(sudo_token), params: { group_id, sub: member.sub } },
        )
        return
      }
      await request<typeof removeGroupFromGroup>(
        'DELETE',
        '/v1/admin/groups/{group_id}/groups/{inner_id}',
        { ...withSudo(sudo_token), params: { group_id, inner_id: member.group_id } },
      )
    },
  }
}
