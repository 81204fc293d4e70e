import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { MAX_SORTED_HITS } from '../limits.ts'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { file, nodeId } from './file.ts'
import {
  byteCount,
  instant,
  listDirection,
  pageToken,
  tagName,
  truth,
  typeGroup,
} from './listing.ts'

/** From where to where in a text, in UTF-16 units, the end not included. */
export const highlight = z.object({ start: z.number().int(), end: z.number().int() })
export type Highlight = z.output<typeof highlight>

/**
 * How a name has what was looked for, the best first: is it, begins with it, has a word that does, holds it; or the text does;
 * or the name has words that are spelt nearly so.
 */
export const searchMatch = z.enum(['exact', 'start', 'word', 'inside', 'text', 'similar'])
export type SearchMatch = z.output<typeof searchMatch>

export const searchHit = z.object({
  file,
  /** The folders above it, from the top down; the top folder has no name. */
  path: z.array(z.object({ id: z.string(), name: z.string() })),
  match: searchMatch,
  /** What to mark in the name. */
  highlights: z.array(highlight),
  /** What the caller calls it, where this is what was found: `highlights` are then in this name. */
  alias: z.string().optional(),
  /** For a hit in the text: a few words around it, and what to mark there. */
  snippet: z.object({ text: z.string(), highlights: z.array(highlight) }).optional(),
})
export type SearchHit = z.output<typeof searchHit>

/** The best match first, or by a value; of more than a thousand hits the best thousand are sorted. */
export const searchOrder = z.enum(['match', 'name', 'modified', 'size'])
export type SearchOrder = z.output<typeof searchOrder>

/** What to look for, and what passes. */
const searchQuery = z.object({
  /** Beginnings of words, in any order; without it all that passes the filters, the latest first. */
  q: z.string().max(255).default(''),
  /** Where to look; texts are plain text, Markdown and code, the first 1 MiB of each. */
  in: z.enum(['name', 'text', 'all']).default('all'),
  page_size: z.coerce.number().int().min(1).max(200).default(50),
  /** Good for the same search only. */
  page_token: pageToken.optional(),
  kind: z.enum(['folder', 'file']).optional(),
  type_group: typeGroup.optional(),
  /** Both ends are included. */
  modified_after: instant.optional(),
  modified_before: instant.optional(),
  /** Bytes, both ends included; a folder has no size and is not found so. */
  size_min: byteCount.optional(),
  size_max: byteCount.optional(),
  starred: truth.optional(),
  tag: tagName.optional(),
})

/** A page may hold fewer than asked for, and even none, while there is a next one. */
export const search = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/search',
  summary:
    'Find files and folders by name or text, the best match first, then the latest; without the trash',
  tag: 'drive',
  query: searchQuery.extend({
    /** Only nodes below this folder, at any depth. */
    parent_id: nodeId.optional(),
    order_by: searchOrder.default('match'),
    /** Absent: names from A, and the latest and the largest first. */
    direction: listDirection.optional(),
  }),
  answer: z.object({
    hits: z.array(searchHit),
    /** Absent on the last page. */
    next_page_token: z.string().optional(),
    /** The drive's change number that this page shows. */
    seq: z.number().int(),
  }),
  errors: ['not_found', 'invalid_argument'],
})

/** How many hits a search has. The server looks at a limited number of names, however large the drive is. */
export const countSearch = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/search:count',
  summary: `Count what a search finds, up to ${MAX_SORTED_HITS}`,
  tag: 'drive',
  query: searchQuery
    .omit({ page_size: true, page_token: true })
    .extend({ parent_id: nodeId.optional() }),
  answer: z.object({
    count: z.number().int(),
    /** False where there may be more. */
    is_complete: z.boolean(),
  }),
  errors: ['not_found', 'invalid_argument'],
})

/** As with one drive, a page may hold fewer than asked for, and even none, while there is a next one. */
export const searchEverywhere = defineEndpoint({
  method: 'GET',
  path: '/drive/v1/search:everywhere',
  summary:
    'Search everything that the caller can see: their own drive, what is shared with them, and team drives',
  tag: 'drive',
  query: searchQuery,
  answer: z.object({
    /** The best match first; of equal ones those of the own drive, then drive by drive, the latest first. */
    hits: z.array(
      searchHit.extend({
        drive_id: z.string(),
      }),
    ),
    /** Absent on the last page. */
    next_page_token: z.string().optional(),
  }),
  errors: ['invalid_argument'],
})
