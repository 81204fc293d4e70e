import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

const count = z.number().int().nonnegative()

const part = z.object({
  name: z.enum(['database', 'blobs', 'mail']),
  /** What it is: `sqlite`, `s3`, `smtp`, … */
  kind: z.string(),
  is_ok: z.boolean(),
  /** How long it took to answer. */
  took_ms: z.number().nonnegative(),
})

export const serverHealth = defineEndpoint({
  method: 'GET',
  path: '/v1/admin/health',
  summary: 'Check the database, the storage and the mail server, and report the free space',
  tag: 'administration',
  answer: z.object({
    version: z.string(),
    started_at: z.iso.datetime(),
    parts: z.array(part),
    /** The disk that holds the data folder; absent where it tells no size. */
    disk: z
      .object({
        total_bytes: z.number().int().nonnegative(),
        free_bytes: z.number().int().nonnegative(),
      })
      .optional(),
    /** The latest run of an operator's commands; absent for one that never ran. */
    upkeep: z.object({
      backup: z
        .object({
          ran_at: z.iso.datetime(),
          contents: count,
          bytes: count,
          /** Contents that were damaged or gone already. */
          lost: count,
        })
        .optional(),
      check: z
        .object({
          ran_at: z.iso.datetime(),
          /** Files and folders that were looked at. */
          nodes: count,
          problems: count,
          /** Those that are still there. */
          left: count,
          /** Whether every content was read, or only looked for. */
          reads_contents: z.boolean(),
        })
        .optional(),
    }),
  }),
})
