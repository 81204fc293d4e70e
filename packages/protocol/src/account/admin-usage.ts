import { z } from 'zod'
import { taskPhase } from '../drive/tasks.ts'
import { defineEndpoint } from '../endpoint.ts'

const TAG = 'administration'

const bytes = z.number().int().nonnegative()

const usage = z.object({
  sub: z.string(),
  name: z.string(),
  /** Masked. */
  email: z.string().optional(),
  picture: z.string().optional(),
  used_bytes: bytes,
  /** Absent is no limit. */
  quota_bytes: bytes.optional(),
  /** Those in the trash too. */
  files: z.number().int().nonnegative(),
  /** When one of their devices was last here; absent where all of them have signed out. */
  last_active_at: z.iso.datetime().optional(),
})
export type AdminUsage = z.output<typeof usage>

export const usageOrders = ['used', 'name', 'active'] as const

export const listUsage = defineEndpoint({
  method: 'GET',
  path: '/v1/admin/usage',
  summary: 'List the storage use of all users, sorted by size, name or last activity',
  tag: TAG,
  query: z.object({
    query: z
      .string()
      .trim()
      .max(100)
      .regex(/^[^\0]*$/)
      .optional(),
    order_by: z.enum(usageOrders).default('used'),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    page_token: z.string().max(4096).optional(),
  }),
  answer: z.object({
    usage: z.array(usage),
    /** Of everybody, whatever was looked for. */
    total: z.object({ people: z.number().int().nonnegative(), used_bytes: bytes }),
    /** Absent on the last page. */
    next_page_token: z.string().optional(),
  }),
  errors: ['invalid_argument'],
})

export const setQuota = defineEndpoint({
  method: 'PUT',
  path: '/v1/admin/usage/{sub}/quota',
  summary: 'Set the quota of a user; a quota below the current use removes nothing',
  tag: TAG,
  params: z.object({ sub: z.string().regex(/^[\w=-]{1,128}$/) }),
  body: z.object({
    /** Null is no limit. */
    quota_bytes: bytes.nullable(),
    reason: z.string().trim().max(500).optional(),
  }),
  answer: usage,
  errors: ['not_found'],
})

const job = z.object({
  task_id: z.string(),
  kind: z.string(),
  phase: taskPhase,
  /** Whose drive it works on. */
  sub: z.string(),
  name: z.string(),
  done: z.number().int().nonnegative(),
  /** Absent until it was counted. */
  total: z.number().int().nonnegative().optional(),
  /** How many things could not be done. */
  failed: z.number().int().nonnegative(),
  /** How often it was taken up since it last came further. */
  attempts: z.number().int().nonnegative(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  ended_at: z.iso.datetime().optional(),
})
export type AdminJob = z.output<typeof job>

export const listJobs = defineEndpoint({
  method: 'GET',
  path: '/v1/admin/jobs',
  summary: 'List the tasks of all drives, without file names: the number that wait, and the newest',
  tag: TAG,
  query: z.object({
    state: z.enum(['open', 'failed', 'ended']).default('open'),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answer: z.object({
    /** Tasks by phase; those that ended are kept for a week. */
    tasks: z.record(taskPhase, z.number().int().nonnegative()),
    thumbnails: z.object({
      waiting: z.number().int().nonnegative(),
      /** Contents that no picture can be made of. */
      failed: z.number().int().nonnegative(),
    }),
    /** Contents whose text is still to be read for search. */
    texts_waiting: z.number().int().nonnegative(),
    /** Uploads that have begun and are not over. */
    uploads_open: z.number().int().nonnegative(),
    /** The newest of the state that was asked for. */
    jobs: z.array(job),
  }),
})
