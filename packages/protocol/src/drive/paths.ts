import { z } from 'zod'
import { bytes, unlimitedBytes } from '../endpoint.ts'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { file } from './file.ts'

/** Names from the top folder down, with a slash between them. */
const params = z.object({ path: z.string().min(1).max(32_768) })

/**
 * For scripts: `curl -T june.pdf …/drive/v1/paths/reports/june.pdf`. The folders on the way are made, and
 * what is there gets another version, unless `If-None-Match: *` or `If-Match` says otherwise. With
 * `x-writing: continue` and `If-Match`, a file of one block at most keeps one version for all saves of one writing.
 */
export const putPath = defineDriveEndpoint({
  method: 'PUT',
  path: '/drive/v1/paths/{path}',
  summary:
    'Write a file by its path; honours If-Match, If-None-Match, Content-Type, x-modified-time, Last-Modified, x-writing',
  tag: 'drive',
  params,
  takesRestOfPath: true,
  body: unlimitedBytes,
  answer: file,
  errors: ['already_exists', 'failed_precondition', 'invalid_argument', 'resource_exhausted'],
})

export const getPath = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/paths/{path}',
  summary: 'Download a file by its path; honours Range, If-Range, If-None-Match',
  tag: 'drive',
  params,
  takesRestOfPath: true,
  answer: bytes,
  errors: ['not_found', 'out_of_range', 'failed_precondition'],
})

export const deletePath = defineDriveEndpoint({
  method: 'DELETE',
  path: '/drive/v1/paths/{path}',
  summary: 'Move the file or folder at a path to the trash; honours If-Match',
  tag: 'drive',
  params,
  takesRestOfPath: true,
  answer: file,
  errors: ['not_found', 'failed_precondition', 'invalid_argument'],
})
