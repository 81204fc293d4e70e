import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { MAX_SAVED_SEARCHES } from '../limits.ts'
import { nodeId } from './file.ts'
import { instant, listDirection, tagName, typeGroup } from './listing.ts'
import { searchOrder } from './search.ts'

const bytes = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** What to look for, in the words of a search; nothing in it is looked up when it is saved. */
export const savedQuery = z.object({
  q: z.string().max(255).optional(),
  in: z.enum(['name', 'text', 'all']).optional(),
  /** Everything that the user can see, or a drive by its id; else the user's own drive. */
  where: z.string().min(1).max(64).optional(),
  parent_id: nodeId.optional(),
  kind: z.enum(['folder', 'file']).optional(),
  type_group: typeGroup.optional(),
  /** A time that moves on: since the beginning of today, of the last 7 or 30 days, or of this year. */
  modified: z.enum(['today', 'week', 'month', 'year']).optional(),
  modified_after: instant.optional(),
  modified_before: instant.optional(),
  size_min: bytes.optional(),
  size_max: bytes.optional(),
  starred: z.boolean().optional(),
  tag: tagName.optional(),
  order_by: searchOrder.optional(),
  direction: listDirection.optional(),
})
export type SavedQuery = z.output<typeof savedQuery>

const searchName = z.string().trim().min(1).max(100)

export const savedSearch = z.object({
  id: z.string(),
  name: z.string(),
  query: savedQuery,
  created_at: z.string(),
})
export type SavedSearch = z.output<typeof savedSearch>

const one = { params: z.object({ id: z.string().min(1).max(64) }) }

export const listSavedSearches = defineEndpoint({
  method: 'GET',
  path: '/drive/v1/saved-searches',
  summary: "List the user's saved searches, by name",
  tag: 'drive',
  answer: z.object({ searches: z.array(savedSearch) }),
  errors: [],
})

export const saveSearch = defineEndpoint({
  method: 'POST',
  path: '/drive/v1/saved-searches',
  summary: `Save words and filters under a name; a user has at most ${MAX_SAVED_SEARCHES}`,
  tag: 'drive',
  body: z.object({ name: searchName, query: savedQuery }),
  answer: savedSearch,
  errors: ['invalid_argument', 'resource_exhausted'],
})

export const changeSavedSearch = defineEndpoint({
  method: 'PATCH',
  path: '/drive/v1/saved-searches/{id}',
  summary: 'Rename a saved search, or replace what it looks for',
  tag: 'drive',
  ...one,
  body: z.object({ name: searchName.optional(), query: savedQuery.optional() }),
  answer: savedSearch,
  errors: ['invalid_argument', 'not_found'],
})

export const deleteSavedSearch = defineEndpoint({
  method: 'DELETE',
  path: '/drive/v1/saved-searches/{id}',
  summary: 'Delete a saved search',
  tag: 'drive',
  ...one,
  answer: z.object({}),
  errors: ['not_found'],
})
