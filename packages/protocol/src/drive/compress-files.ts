import { z } from 'zod'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { conflictRule, nodeId, nodeName } from './file.ts'
import { task } from './tasks.ts'

/**
 * The file has the bytes that `files:zip` gives for the same files, as they are now: whatever becomes of them while the
 * task works, it stays what was asked for. Contents are stored, not made smaller.
 */
export const compressFiles = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files:compress',
  summary:
    'Make a ZIP file of folders and files, with everything in them, in a folder of the drive',
  tag: 'drive',
  body: z.object({
    ids: z.array(nodeId).min(1).max(10_000),
    parent_id: nodeId,
    /** What the file is called; a single folder or file gives its own name by default. */
    name: nodeName.optional(),
    conflict: conflictRule.default('rename'),
  }),
  answer: task,
  errors: [
    'not_found',
    'invalid_argument',
    'failed_precondition',
    'permission_denied',
    'already_exists',
    'resource_exhausted',
  ],
})
