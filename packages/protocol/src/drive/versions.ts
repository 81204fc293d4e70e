import { z } from 'zod'
import { bytes } from '../endpoint.ts'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { file, nodeId } from './file.ts'
import { pageToken } from './listing.ts'

/** A content that a file has, or had. */
export const version = z.object({
  id: z.string(),
  /** Whether it is what the file holds now. */
  current: z.boolean(),
  size: z.number().int().nonnegative(),
  /** As a file has it: `b3:` and the BLAKE3 over the BLAKE3 of each block, or without a prefix by SHA-256. */
  hash: z.string(),
  /** When it became the content of the file. */
  created_time: z.iso.datetime(),
  /** Whose doing it was; absent where nobody noted it. */
  created_by: z.string().optional(),
  /** A version with a name stays until somebody removes it. */
  name: z.string().optional(),
})
export type Version = z.output<typeof version>

const params = z.object({ id: nodeId, version_id: nodeId })

export const listVersions = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/files/{id}/versions',
  summary: 'List the versions of a file, the newest first; the current one is marked',
  tag: 'drive',
  params: z.object({ id: nodeId }),
  query: z.object({
    page_size: z.coerce.number().int().min(1).max(200).default(50),
    page_token: pageToken.optional(),
  }),
  answer: z.object({
    versions: z.array(version),
    /** Absent on the last page. */
    next_page_token: z.string().optional(),
  }),
  errors: ['not_found', 'invalid_argument', 'failed_precondition'],
})

export const downloadVersion = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/files/{id}/versions/{version_id}/content',
  summary: 'Download one version; honours Range, If-Range, If-None-Match',
  tag: 'drive',
  params,
  answer: bytes,
  errors: ['not_found', 'out_of_range', 'failed_precondition'],
})

export const linkVersion = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files/{id}/versions/{version_id}/link',
  summary:
    'Get a signed link to the bytes of one version that works without a token until it expires',
  tag: 'drive',
  params,
  answer: z.object({ url: z.string(), expires_at: z.iso.datetime() }),
  errors: ['not_found'],
})

/** What the file held until then stays a version of it. Counts against the quota as every version. */
export const restoreVersion = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files/{id}/versions/{version_id}/restore',
  summary: 'Restore a version: its content becomes the newest version; honours If-Match',
  tag: 'drive',
  params,
  answer: file,
  errors: ['not_found', 'invalid_argument', 'failed_precondition', 'resource_exhausted'],
})

export const updateVersion = defineDriveEndpoint({
  method: 'PATCH',
  path: '/drive/v1/files/{id}/versions/{version_id}',
  summary: 'Name a version, so that it is kept, or remove the name',
  tag: 'drive',
  params,
  body: z.object({ name: z.string().trim().min(1).max(200).nullable() }),
  answer: version,
  errors: ['not_found', 'failed_precondition'],
})

export const deleteVersion = defineDriveEndpoint({
  method: 'DELETE',
  path: '/drive/v1/files/{id}/versions/{version_id}',
  summary: 'Remove a version permanently; refused for the current one',
  tag: 'drive',
  params,
  answer: z.object({}),
  errors: ['not_found', 'failed_precondition'],
})
