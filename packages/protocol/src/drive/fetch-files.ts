import { z } from 'zod'
import { MAX_ADDRESS_LENGTH, MAX_FETCHED_AT_ONCE } from '../web-address.ts'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { conflictRule, nodeId } from './file.ts'
import { task } from './tasks.ts'

/** The `reason` of a failure of a fetch. */
export const fetchProblem = z.enum([
  /** The address, or one that it redirects to, is none that the server may call. */
  'not_allowed',
  'missing',
  'sign_in',
  /** The site gives the file to nobody in this way. */
  'refused',
  'no_answer',
  'slow',
  /** The connection breaks again and again, or the file changes while it is received. */
  'broken',
  'too_large',
  /** The quota of the drive has no room for it. */
  'no_room',
  'name_taken',
])
export type FetchProblem = z.output<typeof fetchProblem>

/**
 * The task downloads several at once, and goes on where it was when a connection breaks. The `id` of a failure is the
 * place of its address in `urls`, from 0. The addresses are nowhere to be read again, and are forgotten when the task
 * ends.
 */
export const fetchFiles = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files:fetch',
  summary: 'Download files from http and https addresses into a folder',
  tag: 'drive',
  body: z.object({
    urls: z.array(z.string().max(MAX_ADDRESS_LENGTH)).min(1).max(MAX_FETCHED_AT_ONCE),
    parent_id: nodeId,
    conflict: conflictRule.default('rename'),
  }),
  answer: task,
  errors: [
    'not_found',
    'invalid_argument',
    'failed_precondition',
    'permission_denied',
    'resource_exhausted',
  ],
})
