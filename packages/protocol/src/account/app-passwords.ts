import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { nothing } from './fields.ts'

const id = z.string().regex(/^[0-9a-z]{1,64}$/)
const name = z.string().trim().min(1).max(100)
const fileId = z.string().regex(/^[\w-]{1,64}$/)

const appPassword = z.object({
  id: z.string(),
  name: z.string(),
  /** A program with it can download and list, and change nothing. */
  read_only: z.boolean(),
  /** The one folder that it opens; absent where it opens all that the user can reach. */
  folder: z
    .object({
      drive_id: z.string(),
      file_id: z.string(),
      /** Absent for a folder that the user cannot reach any more. */
      name: z.string().optional(),
    })
    .optional(),
  created_at: z.iso.datetime(),
  /** It stays in the list for 30 days after that. */
  expires_at: z.iso.datetime().optional(),
  /** Of its last use; to the minute, not with each call. */
  last_used_at: z.iso.datetime().optional(),
  last_address: z.string().optional(),
  /** What the program says that it is, unproven: `davfs2/1.6.1`. */
  last_program: z.string().optional(),
})
export type AppPassword = z.output<typeof appPassword>

/**
 * What a program signs in with beside the app password: the id of the user, which never changes. The
 * username and each proven contact are accepted too.
 */
const loginName = z.string()

export const listAppPasswords = defineEndpoint({
  method: 'GET',
  path: '/v1/user/app_passwords',
  summary: 'List the app passwords of the signed-in user, newest first',
  tag: 'account',
  answer: z.object({
    total: z.number().int(),
    login_name: loginName,
    data: z.array(appPassword),
  }),
})

export const createAppPassword = defineEndpoint({
  method: 'POST',
  path: '/v1/user/app_passwords',
  summary: 'Create a password for a program that opens files; it is shown this once',
  tag: 'account',
  body: z.object({
    name,
    read_only: z.boolean().optional(),
    /** Without it, the app password opens all that the user can reach. */
    folder: z.object({ drive_id: fileId, file_id: fileId }).optional(),
    /** Without it, the app password works until it is revoked. */
    expires_at: z.iso.datetime({ offset: true }).optional(),
  }),
  answer: appPassword.extend({
    /** Never shown again: the server keeps a hash. Letter case, spaces and dashes do not matter. */
    password: z.string(),
    login_name: loginName,
  }),
  errors: [
    'permission_denied',
    'invalid_argument',
    'not_found',
    'failed_precondition',
    'resource_exhausted',
  ],
})

export const renameAppPassword = defineEndpoint({
  method: 'PATCH',
  path: '/v1/user/app_passwords/{id}',
  summary: 'Rename an app password',
  tag: 'account',
  params: z.object({ id }),
  body: z.object({ name }),
  answer: appPassword,
  errors: ['invalid_argument', 'not_found'],
})

/** An app password of somebody else is answered as one that does not exist. */
export const revokeAppPassword = defineEndpoint({
  method: 'DELETE',
  path: '/v1/user/app_passwords/{id}',
  summary: 'Revoke an app password, immediately',
  tag: 'account',
  params: z.object({ id }),
  answer: nothing,
  errors: ['not_found'],
})

export const revokeAppPasswords = defineEndpoint({
  method: 'DELETE',
  path: '/v1/user/app_passwords',
  summary: 'Revoke all app passwords, immediately',
  tag: 'account',
  answer: z.object({ revoked: z.number().int() }),
})
