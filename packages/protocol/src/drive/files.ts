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

/** It takes no room, and what it leads to is neither changed nor shared by it. */
export const createShortcut = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/shortcuts',
  summary: 'Create a shortcut to a file or folder, of this drive or another one',
  tag: 'drive',
  body: z.object({
    parent_id: nodeId.default(ROOT_ID),
    /** That of the target unless told. */
    name: nodeName.optional(),
    conflict: conflictRule.exclude(['replace']).default('fail'),
    /** Without a drive, one of the caller's own. */
    target: z.object({ drive_id: nodeId.optional(), file_id: nodeId }),
  }),
  answer: file,
  errors: ['already_exists', 'not_found', 'invalid_argument', 'failed_precondition'],
})

/** `failed_precondition` is the answer for a target that is gone and for one that the caller does not see. */
export const openShortcut = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/files/{id}/target',
  summary: 'Get the file or folder that a shortcut leads to, and its drive',
  tag: 'drive',
  params: z.object({ id: nodeId }),
  answer: z.object({ drive_id: z.string(), file }),
  errors: ['not_found', 'invalid_argument', 'failed_precondition'],
})

/**
 * The same question about many shortcuts, for lists. It names no reason: a target that is gone and one that the caller does
 * not see are broken alike. Of what is no shortcut, or none that the caller sees, it says nothing.
 */
export const checkShortcuts = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/shortcuts:check',
  summary: 'Find out which of some shortcuts lead nowhere for the caller',
  tag: 'drive',
  body: z.object({ ids: z.array(nodeId).min(1).max(100) }),
  answer: z.object({ broken: z.array(z.string()) }),
  errors: ['invalid_argument'],
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
