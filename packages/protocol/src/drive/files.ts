import { z } from 'zod'
import { bytes, defineEndpoint } from '../endpoint.ts'
import { ROOT_ID } from '../limits.ts'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { conflictRule, file, nodeId, nodeName } from './file.ts'

export const createFolder = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files',
  summary: 'Create a folder',
  tag: 'drive',
  body: z.object({
    kind: z.literal('folder'),
    parent_id: nodeId.default(ROOT_ID),
    name: nodeName,
    conflict: conflictRule.exclude(['replace']).default('fail'),
  }),
  answer: file,
  errors: ['already_exists', 'not_found', 'invalid_argument'],
})

export const getFile = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/files/{id}',
  summary: 'Get one folder or file, with the folders above it',
  tag: 'drive',
  params: z.object({ id: nodeId }),
  answer: file.extend({
    ancestors: z.array(z.object({ id: z.string(), name: z.string() })),
    /** When the caller last opened it; absent if they never did. */
    opened_time: z.iso.datetime().optional(),
    /** What the caller calls it, if it is shared with them and they have given it a name. */
    alias: z.string().optional(),
  }),
  errors: ['not_found'],
})

export const markOpened = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files/{id}/opened',
  summary: 'Remember that you have opened a file; nobody else sees it',
  tag: 'drive',
  params: z.object({ id: nodeId }),
  answer: z.object({ opened_time: z.iso.datetime() }),
  errors: ['not_found', 'failed_precondition'],
})

export const downloadFile = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/files/{id}/content',
  summary: 'Download a file; honours Range (also several), If-Range, If-Match, If-None-Match',
  tag: 'drive',
  params: z.object({ id: nodeId }),
  answer: bytes,
  errors: ['not_found', 'out_of_range', 'failed_precondition'],
})

/** A link that the browser itself can follow: signed, for this content only, and soon over. */
export const linkFile = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files/{id}/link',
  summary: 'Get a signed link to the bytes of a file that works without a token until it expires',
  tag: 'drive',
  params: z.object({ id: nodeId }),
  answer: z.object({ url: z.string(), expires_at: z.iso.datetime() }),
  errors: ['not_found'],
})

export const downloadByLink = defineEndpoint({
  method: 'GET',
  path: '/drive/v1/content/{link}',
  summary: 'Download the bytes of a signed link',
  tag: 'drive',
  params: z.object({ link: z.string().min(1).max(2048) }),
  answer: bytes,
  errors: ['not_found', 'out_of_range'],
})
