import { z } from 'zod'
import { driveName } from '../drive/drives.ts'
import { defineEndpoint } from '../endpoint.ts'

const TAG = 'administration'

const bytes = z.number().int().nonnegative()
const drive = z.object({ id: z.string().regex(/^[0-9a-z]{1,64}$/) })
const sub = z.string().regex(/^[\w=-]{1,128}$/)

const teamDrive = z.object({
  id: z.string(),
  name: z.string(),
  used_bytes: bytes,
  /** Absent is no limit. */
  quota_bytes: bytes.optional(),
  /** People, groups and mail addresses that have access to all of it. */
  members: z.number().int().nonnegative(),
  /** None after the account of the last one was deleted: appoint another one. */
  managers: z.array(
    z.object({ kind: z.enum(['person', 'group']), id: z.string(), name: z.string() }),
  ),
  created_at: z.iso.datetime(),
})
export type AdminTeamDrive = z.output<typeof teamDrive>

export const listTeamDrives = defineEndpoint({
  method: 'GET',
  path: '/v1/admin/drives',
  summary: 'List all team drives with their members and managers, the oldest first',
  tag: TAG,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    page_token: z
      .string()
      .regex(/^[0-9a-z]{1,64}$/)
      .optional(),
  }),
  answer: z.object({
    drives: z.array(teamDrive),
    /** Absent on the last page. */
    next_page_token: z.string().optional(),
  }),
  errors: ['invalid_argument'],
})

export const createTeamDriveFor = defineEndpoint({
  method: 'POST',
  path: '/v1/admin/drives',
  summary: 'Create a team drive with its first manager',
  tag: TAG,
  body: z.object({
    name: driveName,
    manager_sub: sub,
    /** Null is no limit; absent, that of new drives. */
    quota_bytes: bytes.nullable().optional(),
  }),
  answer: z.object({ id: z.string(), name: z.string() }),
  errors: ['invalid_argument'],
})

export const changeTeamDrive = defineEndpoint({
  method: 'PATCH',
  path: '/v1/admin/drives/{id}',
  summary: 'Rename a team drive, or set its quota; a quota below the current use removes nothing',
  tag: TAG,
  params: drive,
  body: z.object({
    name: driveName.optional(),
    /** Null is no limit. */
    quota_bytes: bytes.nullable().optional(),
  }),
  answer: teamDrive,
  errors: ['not_found', 'invalid_argument'],
})

export const appointManager = defineEndpoint({
  method: 'PUT',
  path: '/v1/admin/drives/{id}/managers/{sub}',
  summary: 'Make a person a manager of a team drive',
  tag: TAG,
  params: drive.extend({ sub }),
  answer: teamDrive,
  errors: ['not_found', 'invalid_argument', 'failed_precondition'],
})

export const removeTeamDrive = defineEndpoint({
  method: 'DELETE',
  path: '/v1/admin/drives/{id}',
  summary: 'Delete a team drive permanently, with everything in it',
  tag: TAG,
  params: drive,
  /** The exact name of the drive confirms it. */
  query: z.object({ name: z.string().max(400) }),
  answer: z.object({}),
  errors: ['not_found', 'failed_precondition'],
})
