import { z } from 'zod'
import { ROOT_ID } from '../limits.ts'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { file, nodeId, nodeName } from './file.ts'

export const listOrder = z.enum(['name', 'size', 'modified', 'created', 'type'])
export type ListOrder = z.output<typeof listOrder>

export const listDirection = z.enum(['asc', 'desc'])
export type ListDirection = z.output<typeof listDirection>

/** What people look for, whatever its format. */
export const typeGroup = z.enum(['image', 'video', 'audio', 'document', 'archive'])
export type TypeGroup = z.output<typeof typeGroup>

export const tagName = z.string().min(1).max(255)

export const truth = z.enum(['true', 'false'])
export const instant = z.iso.datetime({ offset: true })
export const byteCount = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

export const pageSize = z.coerce.number().int().min(1).max(1000).default(200)
export const pageToken = z.string().max(4096)

/** Which entries pass. */
export const listFilter = z.object({
  kind: z.enum(['folder', 'file']).optional(),
  /**
   * `false` leaves out what programs leave for themselves: `._*`, `.DS_Store`, `Thumbs.db` and `~$*`. They stand at the end of
   * a folder; lists of the whole drive have none of them.
   */
  system_files: truth.optional(),
  type_group: typeGroup.optional(),
  /** Both ends are included. */
  modified_after: instant.optional(),
  modified_before: instant.optional(),
  /** Bytes, both ends included; a folder has no size and is in no such listing. */
  size_min: byteCount.optional(),
  size_max: byteCount.optional(),
  starred: truth.optional(),
  tag: tagName.optional(),
  /** Exactly this name: at most one in a folder, found without a look at the others. */
  name: nodeName.optional(),
})

/** Which entries of which folder, and in which order. */
const listing = listFilter.extend({
  parent_id: nodeId.default(ROOT_ID),
  page_size: pageSize,
  order_by: listOrder.default('name'),
  direction: listDirection.default('asc'),
  folders_first: truth.default('true'),
})

/**
 * A page may hold fewer than asked for, and even none, while there is a next one: with a filter the
 * server looks at so many entries at a time and no more.
 */
export const listFiles = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/files',
  summary: 'List a page of a folder in the given order, by default folders first',
  tag: 'drive',
  query: listing.extend({
    /** Good for the same folder, order and filter only. */
    page_token: pageToken.optional(),
  }),
  answer: z.object({
    files: z.array(file),
    /** Absent on the last page. */
    next_page_token: z.string().optional(),
    /** The drive's change number that this page shows. */
    seq: z.number().int(),
  }),
  errors: ['not_found', 'invalid_argument'],
})

/**
 * For a scroll bar that tells the truth: how many entries a listing has, and tokens by which a page in
 * its middle is read without those before it.
 */
export const measureFiles = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/files:measure',
  summary: 'Get the length of a listing, and tokens for its pages',
  tag: 'drive',
  query: listing.extend({
    /** An entry whose place in the listing is asked for. */
    position_of: nodeId.optional(),
  }),
  answer: z.object({
    /** Absent with a filter: only reading all of it would tell. */
    count: z.number().int().optional(),
    /** How many of them are folders, where those come first and nothing is filtered. */
    folders: z.number().int().optional(),
    /**
     * How many entries stand before the one asked for. Absent where it is not in the listing, and
     * where the listing can only be walked.
     */
    position: z.number().int().optional(),
    /** Entries between two tokens; a multiple of the page size that grows with the folder. */
    every: z.number().int(),
    /**
     * Where the second stretch of `every` entries begins, where the third, and so on. Absent where
     * the listing can only be walked from its beginning: with a filter, or folders among the files.
     */
    page_tokens: z.array(z.string()).optional(),
    /** The drive's change number that this is true for. */
    seq: z.number().int(),
  }),
  errors: ['not_found', 'invalid_argument'],
})
