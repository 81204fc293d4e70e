import { z } from 'zod'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { file, nodeId } from './file.ts'
import { pageSize, pageToken } from './listing.ts'

const query = z.object({ page_size: pageSize, page_token: pageToken.optional() })

/** A page may hold fewer than asked for, and even none, while there is a next one. */
const listed = z.object({
  files: z.array(file),
  /** Absent on the last page. */
  next_page_token: z.string().optional(),
  /** The drive's change number that this page shows. */
  seq: z.number().int(),
})

export const placedFile = file.extend({
  /** The folders above it, from the top down; the top folder has no name. */
  path: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type PlacedFile = z.output<typeof placedFile>

const listedPlaced = listed.extend({ files: z.array(placedFile) })

export const listRecent = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/recent',
  summary:
    'List the files of the whole drive, the latest content or the last opened first; without the trash',
  tag: 'drive',
  query: query.extend({
    /** By when the content changed, or by when the caller last opened it. */
    by: z.enum(['changed', 'opened']).default('changed'),
  }),
  answer: listedPlaced,
  errors: ['invalid_argument'],
})

export const listStarred = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/starred',
  summary: 'List starred files and folders, the latest first; without the trash',
  tag: 'drive',
  query,
  answer: listedPlaced,
  errors: ['invalid_argument'],
})

export const trashedFile = file.extend({
  /** Where it was thrown away from; absent once that folder is gone for good. */
  original_place: z
    .object({
      folder_id: z.string(),
      /** Whether that folder is now in the trash. */
      in_trash: z.boolean(),
      /** The folders to it and itself, from the top down; the top folder has no name. */
      path: z.array(z.object({ id: z.string(), name: z.string() })),
    })
    .optional(),
})
export type TrashedFile = z.output<typeof trashedFile>

export const listTrash = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/trash',
  summary: 'List the trash, or find in it by name, the latest first, each with its old folder',
  tag: 'drive',
  query: query.extend({
    /** Parts of the name, in any order, as `search` compares them. What is in a trashed folder is not looked at. */
    q: z.string().max(255).default(''),
  }),
  answer: listed.extend({ files: z.array(trashedFile) }),
  errors: ['invalid_argument'],
})

export const listTags = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/tags',
  summary: 'List the tags of the drive with the number of files and folders; without the trash',
  tag: 'drive',
  query,
  answer: z.object({
    tags: z.array(z.object({ tag: z.string(), count: z.number().int() })),
    /** Absent on the last page. */
    next_page_token: z.string().optional(),
  }),
  errors: ['invalid_argument'],
})

export const getSummary = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/files/{id}/summary',
  summary: 'Count the folders, files and bytes below a folder; a file counts itself',
  tag: 'drive',
  params: z.object({ id: nodeId }),
  answer: z.object({
    folders: z.number().int(),
    files: z.number().int(),
    bytes: z.number().int(),
  }),
  errors: ['not_found'],
})
