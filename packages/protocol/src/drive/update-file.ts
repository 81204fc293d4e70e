import { z } from 'zod'
import { MAX_TAGS } from '../limits.ts'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { conflictRule, file, nodeId, nodeName, tag } from './file.ts'

export const updateFile = defineDriveEndpoint({
  method: 'PATCH',
  path: '/drive/v1/files/{id}',
  summary:
    'Rename, move, describe, star or tag a folder or file; honours If-Match. Other fields stay unchanged',
  tag: 'drive',
  params: z.object({ id: nodeId }),
  body: z.object({
    name: nodeName.optional(),
    /** Moves it, with everything in it; also out of the trash. */
    parent_id: nodeId.optional(),
    description: z.string().max(4000).nullable().optional(),
    starred: z.boolean().optional(),
    /** All of them: what is not in the list is taken off. */
    tags: z.array(tag).max(MAX_TAGS).optional(),
    modified_time: z.iso.datetime({ offset: true }).optional(),
    /** When the name is taken there: refuse, choose `name (2)`, or put what is there into the trash. */
    conflict: conflictRule.default('fail'),
  }),
  answer: file,
  errors: ['not_found', 'already_exists', 'invalid_argument', 'failed_precondition'],
})
