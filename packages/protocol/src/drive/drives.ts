import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { nodeId } from './file.ts'
import { role } from './rights.ts'

export const getAbout = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/about',
  summary:
    'Get the drive: its quota, the used bytes, its change number, and the role of the caller',
  tag: 'drive',
  answer: z.object({
    drive_id: z.string(),
    /** Of a team drive; absent for that of a person. */
    name: z.string().optional(),
    /**
     * Where the caller begins: the top folder of the drive, or the only folder or file that they were let
     * into. Absent where they were let into several: `GET /drive/v1/drives` lists them.
     */
    root_id: z.string().optional(),
    /** The best that the caller has somewhere in it; `capabilities` of each file says what holds there. */
    role,
    /** Bytes; absent when there is no limit, and for callers who do not see the whole drive. */
    quota_limit: z.number().int().optional(),
    /** Absent for callers who do not see the whole drive. */
    quota_usage: z.number().int().optional(),
    /** Promised to uploads that are not finished, beside what is used; absent where nothing is, and as `quota_usage`. */
    quota_reserved: z.number().int().optional(),
    seq: z.number().int(),
    /** How long things stay in the trash before they are deleted for good. */
    trash_days: z.number(),
  }),
  errors: ['not_found'],
})

/** The caller's own, somebody else's, or a team drive, which has no owner. */
export const driveKind = z.enum(['own', 'shared', 'team'])
export type DriveKind = z.output<typeof driveKind>

export const reachedDrive = z.object({
  id: z.string(),
  kind: driveKind,
  /** Of a team drive its own name, of another one the name of its owner. */
  name: z.string(),
  /** Whether it is the caller's own. */
  own: z.boolean(),
  /** Of a team drive no person. */
  owner: z.string(),
  role,
  /** As in `about`. */
  root_id: z.string().optional(),
  /** Where the caller was let in: the top folder of the drive, or some of what is in it. */
  tops: z.array(
    z.object({ id: z.string(), name: z.string(), kind: z.enum(['folder', 'file']), role }),
  ),
  /** As in `about`. */
  quota_limit: z.number().int().optional(),
  quota_usage: z.number().int().optional(),
  quota_reserved: z.number().int().optional(),
  /**
   * Of a team drive: the grants that make the caller a member, to be given up when they leave. None of a group, which
   * only an administrator can take them out of.
   */
  grant_ids: z.array(z.string()),
})
export type ReachedDrive = z.output<typeof reachedDrive>

export const listDrives = defineEndpoint({
  method: 'GET',
  path: '/drive/v1/drives',
  summary:
    'List the drives that the caller can access: their own, those of others, and team drives',
  tag: 'drive',
  answer: z.object({
    drives: z.array(reachedDrive),
    /** Whether the caller is among those who may create team drives. */
    can_create_team_drives: z.boolean(),
    /** Whether the caller may use `files:fetch`. */
    can_fetch: z.boolean(),
  }),
})

export const driveName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}]*$/u)

/** Who may is up to the operator: administrators, or everybody with an account. */
export const createTeamDrive = defineEndpoint({
  method: 'POST',
  path: '/drive/v1/drives',
  summary: 'Create a team drive, with the caller as its manager',
  tag: 'drive',
  body: z.object({ name: driveName }),
  answer: z.object({ id: z.string(), name: z.string() }),
  errors: ['permission_denied', 'invalid_argument', 'resource_exhausted'],
})

export const renameTeamDrive = defineEndpoint({
  method: 'PATCH',
  path: '/drive/v1/drives/{id}',
  summary: 'Rename a team drive; for its managers',
  tag: 'drive',
  params: z.object({ id: nodeId }),
  body: z.object({ name: driveName }),
  answer: z.object({ id: z.string(), name: z.string() }),
  errors: ['not_found', 'permission_denied', 'invalid_argument'],
})

export const deleteTeamDrive = defineEndpoint({
  method: 'DELETE',
  path: '/drive/v1/drives/{id}',
  summary: 'Delete a team drive permanently, with everything in it; for its managers, with sudo',
  tag: 'drive',
  params: z.object({ id: nodeId }),
  /** The exact name of the drive. Only an empty drive is deleted without it. */
  query: z.object({ name: z.string().max(400).optional() }),
  answer: z.object({}),
  errors: ['not_found', 'permission_denied', 'failed_precondition'],
})
