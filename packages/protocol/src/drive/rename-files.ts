import { z } from 'zod'
import type { AnswerOf } from '../endpoint.ts'
import { MAX_CHECKED_RENAMES, MAX_RENAMES } from '../limits.ts'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { nodeId, nodeName } from './file.ts'
import { task } from './tasks.ts'

const rename = z.object({
  id: nodeId,
  name: nodeName,
  /** As the caller saw it, as in If-Match. One that was changed since keeps its name, and is a failure. */
  etag: z.string().max(256).optional(),
})
export type Rename = z.output<typeof rename>

/**
 * Names may be exchanged: what one of them is called now, another may be called afterwards. One whose name is
 * taken by something else keeps its own, and is a failure (`already_exists`).
 */
export const batchRename = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files:batchRename',
  summary: 'Rename folders and files, each to a name of its own',
  tag: 'drive',
  body: z.object({ renames: z.array(rename).min(1).max(MAX_RENAMES) }),
  // As many of the longest names.
  maxBodyBytes: 5 * 1024 * 1024,
  answer: task,
  errors: ['invalid_argument', 'resource_exhausted'],
})

export const checkRename = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files:checkRename',
  summary: 'Tell which folders and files could not be renamed as given, and why',
  tag: 'drive',
  body: z.object({ renames: z.array(rename).min(1).max(MAX_CHECKED_RENAMES) }),
  answer: z.object({
    /** Those that could be renamed are not listed. */
    problems: z.array(
      z.object({
        id: z.string(),
        /** A name of the catalogue of errors. */
        error: z.string(),
        description: z.string(),
        /** What has the name. Where that gets another one in the same call, there is no problem. */
        taken_by: z.string().optional(),
      }),
    ),
  }),
  errors: ['invalid_argument'],
})
export type CheckedRename = AnswerOf<typeof checkRename>
