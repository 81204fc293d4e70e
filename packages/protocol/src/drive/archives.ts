import { z } from 'zod'
import { type Bytes, defineEndpoint } from '../endpoint.ts'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { nodeId, nodeName } from './file.ts'

const zip: Bytes = { bytes: true, contentType: 'application/zip' }

/**
 * The list of the archive is made at once, and the link stands for it: whatever becomes of the files,
 * it gives the same bytes until it expires. The same selection of the same files has the same etag, also
 * behind another link.
 */
export const zipFiles = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files:zip',
  summary: 'Get a signed link to a ZIP archive of folders and files, with everything in them',
  tag: 'drive',
  body: z.object({
    ids: z.array(nodeId).min(1).max(10_000),
    /** What the archive is called; a single folder or file gives its own name by default. */
    name: nodeName.optional(),
  }),
  answer: z.object({
    url: z.string(),
    expires_at: z.iso.datetime(),
    name: z.string(),
    /** Bytes of the archive, exactly. */
    size: z.number().int().nonnegative(),
    /** How many files and folders are in it. */
    entries: z.number().int().nonnegative(),
    etag: z.string(),
  }),
  errors: ['not_found', 'invalid_argument', 'failed_precondition', 'resource_exhausted'],
})

export const downloadArchive = defineEndpoint({
  method: 'GET',
  path: '/drive/v1/archives/{link}',
  summary: 'Download the archive of a signed link; its length is known, and ranges are supported',
  tag: 'drive',
  params: z.object({ link: z.string().min(1).max(2048) }),
  answer: zip,
  errors: ['not_found', 'out_of_range', 'failed_precondition'],
})
