import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { role } from './rights.ts'

export const getAbout = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/about',
  summary:
    'Get the drive: its quota, the used bytes, its change number, and the role of the caller',
  tag: 'drive',
  answer: z.object({
    drive_id: z.string(),
    /**
     * Where the caller begins: the top folder of the drive, or the only folder or file that they were let
     * into. Absent where they were let into several: `GET /drive/v1/drives` lists them.
     */
    root_id: z.string().optional(),
    /** The best that the caller has somewhere in it; `capabilities` of each file says what holds there. */
    role,
    /** Bytes; absent when there is no limit. */
    quota_limit: z.number().int().optional(),
    quota_usage: z.number().int(),
    seq: z.number().int(),
    /** How long things stay in the trash before they are deleted for good. */
    trash_days: z.number(),
  }),
  errors: ['not_found'],
})

export const reachedDrive = z.object({
  id: z.string(),
  /** Whether it is the caller's own. */
  own: z.boolean(),
  owner: z.string(),
  role,
  /** As in `about`. */
  root_id: z.string().optional(),
  /** Where the caller was let in: the top folder of the drive, or some of what is in it. */
  tops: z.array(z.object({ id: z.string(), name: z.string(), role })),
})
export type ReachedDrive = z.output<typeof reachedDrive>

export const listDrives = defineEndpoint({
  method: 'GET',
  path: '/drive/v1/drives',
  summary: 'List the drives that the caller can access: their own, and those of others',
  tag: 'drive',
  answer: z.object({ drives: z.array(reachedDrive) }),
})
