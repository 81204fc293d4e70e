import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { nothing } from './fields.ts'

const TAG = 'administration'
const id = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/)
const sub = z.string().min(1).max(128)
const name = z.string().trim().min(1).max(100)
const groupId = z.object({ group_id: id })

const group = z.object({
  id: z.string(),
  name: z.string(),
  /** People and groups directly in it. */
  member_count: z.number().int(),
  created_at: z.iso.datetime(),
})
export type AdminGroup = z.output<typeof group>

const member = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('person'),
    sub: z.string(),
    name: z.string(),
    added_at: z.iso.datetime(),
  }),
  z.object({
    kind: z.literal('group'),
    id: z.string(),
    name: z.string(),
    added_at: z.iso.datetime(),
  }),
])
export type AdminGroupMember = z.output<typeof member>

/** A group is given access as a person is; its members are people, and groups of people. */
export const listGroups = defineEndpoint({
  method: 'GET',
  path: '/v1/admin/groups',
  summary: 'List the groups by name',
  tag: TAG,
  query: z.object({
    /** A part of the name. */
    query: z.string().trim().min(1).max(100).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    page_token: z.string().max(512).optional(),
  }),
  answer: z.object({
    groups: z.array(group),
    /** Absent on the last page. */
    next_page_token: z.string().optional(),
  }),
  errors: ['invalid_argument'],
})

export const createGroup = defineEndpoint({
  method: 'POST',
  path: '/v1/admin/groups',
  summary: 'Create a group',
  tag: TAG,
  body: z.object({ name }),
  answer: group,
  errors: ['already_exists'],
})

export const getGroup = defineEndpoint({
  method: 'GET',
  path: '/v1/admin/groups/{group_id}',
  summary: 'Get a group with its members',
  tag: TAG,
  params: groupId,
  answer: group.extend({ members: z.array(member) }),
  errors: ['not_found'],
})

export const renameGroup = defineEndpoint({
  method: 'PATCH',
  path: '/v1/admin/groups/{group_id}',
  summary: 'Rename a group',
  tag: TAG,
  params: groupId,
  body: z.object({ name }),
  answer: group,
  errors: ['not_found', 'already_exists'],
})

export const removeGroup = defineEndpoint({
  method: 'DELETE',
  path: '/v1/admin/groups/{group_id}',
  summary: 'Remove a group; what was shared with it is no longer shared with its members',
  tag: TAG,
  params: groupId,
  answer: nothing,
  /** `failed_precondition`: a team drive would be left without anybody who manages it. */
  errors: ['not_found', 'failed_precondition'],
})

const personInGroup = groupId.extend({ sub })
const groupInGroup = groupId.extend({ inner_id: id })

export const addPersonToGroup = defineEndpoint({
  method: 'PUT',
  path: '/v1/admin/groups/{group_id}/people/{sub}',
  summary: 'Add a person to a group',
  tag: TAG,
  params: personInGroup,
  answer: nothing,
  errors: ['not_found', 'resource_exhausted'],
})

export const removePersonFromGroup = defineEndpoint({
  method: 'DELETE',
  path: '/v1/admin/groups/{group_id}/people/{sub}',
  summary: 'Take a person out of a group',
  tag: TAG,
  params: personInGroup,
  answer: nothing,
  /** `failed_precondition`: a team drive would be left without anybody who manages it. */
  errors: ['not_found', 'failed_precondition'],
})

export const addGroupToGroup = defineEndpoint({
  method: 'PUT',
  path: '/v1/admin/groups/{group_id}/groups/{inner_id}',
  summary: 'Add all members of a group to another one; groups nest one level deep',
  tag: TAG,
  params: groupInGroup,
  answer: nothing,
  errors: ['not_found', 'invalid_argument', 'resource_exhausted'],
})

export const removeGroupFromGroup = defineEndpoint({
  method: 'DELETE',
  path: '/v1/admin/groups/{group_id}/groups/{inner_id}',
  summary: 'Take a group out of another one',
  tag: TAG,
  params: groupInGroup,
  answer: nothing,
  /** `failed_precondition`: a team drive would be left without anybody who manages it. */
  errors: ['not_found', 'failed_precondition'],
})
