import { z } from 'zod'
import { type Bytes, bytes, defineEndpoint } from '../endpoint.ts'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { conflictRule, nodeId, nodeName } from './file.ts'

// The tus protocol 1.0.0 (tus.io): resumable uploads for clients that know tus and not our blocks. What
// a request asks for and what it is answered stands in its headers, so that no schema speaks of it.

export const TUS_VERSION = '1.0.0'
export const TUS_EXTENSIONS = [
  'creation',
  'creation-with-upload',
  'expiration',
  'checksum',
  'termination',
  'concatenation',
] as const
export const TUS_CHECKSUMS = ['sha1', 'sha256'] as const

/** What a body of bytes calls itself. */
export const TUS_BODY_TYPE = 'application/offset+octet-stream'

export const tusHeaders = {
  resumable: 'tus-resumable',
  version: 'tus-version',
  extension: 'tus-extension',
  checksumAlgorithm: 'tus-checksum-algorithm',
  length: 'upload-length',
  deferLength: 'upload-defer-length',
  offset: 'upload-offset',
  metadata: 'upload-metadata',
  checksum: 'upload-checksum',
  concat: 'upload-concat',
  expires: 'upload-expires',
  /** For networks that let no PATCH or DELETE through. */
  methodOverride: 'x-http-method-override',
  /** The file that the upload has become. */
  fileId: 'x-file-id',
} as const

/** What `Upload-Metadata` may say; whatever else it says is kept and given back. */
export const tusMetadata = z.object({
  filename: nodeName,
  filetype: z.string().max(255).optional(),
  parent_id: nodeId.optional(),
  conflict: conflictRule.optional(),
  /** RFC 3339, or milliseconds since 1970 as browsers tell them. */
  modified: z
    .union([
      z.iso.datetime({ offset: true }),
      z
        .string()
        .regex(/^\d{1,15}$/)
        .transform((digits) => new Date(Number(digits)).toISOString()),
    ])
    .optional(),
})

const path = '/drive/v1/tus'
const params = z.object({ id: nodeId })
/** A sender that stops has lost nothing: what has arrived is kept, however long the request was to be. */
const offsetBytes: Bytes = { bytes: true, contentType: TUS_BODY_TYPE, anyLength: true }

export const describeTus = defineEndpoint({
  method: 'OPTIONS',
  path,
  summary: 'tus: get the supported version and extensions',
  tag: 'drive',
  answer: bytes,
})

export const createTusUpload = defineDriveEndpoint({
  method: 'POST',
  path,
  summary:
    'tus: start an upload, a partial one, or the final one of several parts; the body may contain the first bytes',
  tag: 'drive',
  body: offsetBytes,
  answer: bytes,
  errors: ['not_found', 'already_exists', 'failed_precondition', 'resource_exhausted'],
})

export const getTusUpload = defineDriveEndpoint({
  method: 'HEAD',
  path: `${path}/{id}`,
  summary: 'tus: get the number of received bytes of an upload',
  tag: 'drive',
  params,
  answer: bytes,
  errors: ['not_found', 'failed_precondition'],
})

export const appendToTusUpload = defineDriveEndpoint({
  method: 'PATCH',
  path: `${path}/{id}`,
  summary:
    'tus: send the next bytes; with the last ones the upload becomes a file, whose id is in x-file-id',
  tag: 'drive',
  params,
  body: offsetBytes,
  answer: bytes,
  errors: [
    'not_found',
    'aborted',
    'already_exists',
    'out_of_range',
    'failed_precondition',
    'resource_exhausted',
  ],
})

export const terminateTusUpload = defineDriveEndpoint({
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'tus: cancel an upload; its bytes are removed',
  tag: 'drive',
  params,
  answer: bytes,
  errors: ['not_found', 'failed_precondition'],
})

export const overrideTusMethod = defineDriveEndpoint({
  method: 'POST',
  path: `${path}/{id}`,
  summary: 'tus: the method of X-HTTP-Method-Override, for networks that allow only GET and POST',
  tag: 'drive',
  params,
  body: offsetBytes,
  answer: bytes,
  errors: ['not_found', 'aborted', 'unimplemented'],
})
