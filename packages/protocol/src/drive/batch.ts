import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { conflictRule, nodeId } from './file.ts'
import { listFilter } from './listing.ts'
import { task } from './tasks.ts'

/**
 * What is done with many files at once is a task; a small one is complete when it is answered. What
 * cannot be done with one of them stands in its failures, and the rest is done. With an
 * `Idempotency-Key` a repeated call answers the task of the first one.
 */
const ids = z.array(nodeId).min(1).max(10_000)

/**
 * All that lies in a folder, as a listing with the same filter shows it, however much that is. What
 * comes into being after the call is left alone.
 */
const inside = listFilter.extend({
  folder_id: nodeId,
  starred: z.boolean().optional(),
  /** All but these. */
  except_ids: z.array(nodeId).max(10_000).optional(),
})
export type InsideFolder = z.input<typeof inside>

/** One of the two: files one by one, or all that lies in a folder. */
const chosen = z.object({ ids: ids.optional(), inside: inside.optional() })
export type ChosenFiles = z.output<typeof chosen>

export const batchTrash = defineEndpoint({
  method: 'POST',
  path: '/drive/v1/files:batchTrash',
  summary: 'Put folders and files into the trash, with all that lies in them',
  tag: 'drive',
  body: chosen,
  answer: task,
  errors: ['not_found', 'invalid_argument', 'failed_precondition'],
})

export const batchUntrash = defineEndpoint({
  method: 'POST',
  path: '/drive/v1/files:batchUntrash',
  summary: 'Take out of the trash, back to the old place or, when that is gone, to the top',
  tag: 'drive',
  body: z.object({ ids, conflict: conflictRule.default('rename') }),
  answer: task,
  errors: ['invalid_argument'],
})

export const batchMove = defineEndpoint({
  method: 'POST',
  path: '/drive/v1/files:batchMove',
  summary: 'Move folders and files into a folder; also out of the trash',
  tag: 'drive',
  body: chosen.extend({ parent_id: nodeId, conflict: conflictRule.default('fail') }),
  answer: task,
  errors: ['not_found', 'invalid_argument', 'failed_precondition'],
})

/** Each step of a copy is charged to the quota; it ends as `failed` when that is used up. */
export const batchCopy = defineEndpoint({
  method: 'POST',
  path: '/drive/v1/files:batchCopy',
  summary: 'Copy folders and files into a folder, with all that lies in them as the copy begins',
  tag: 'drive',
  body: chosen.extend({ parent_id: nodeId, conflict: conflictRule.default('rename') }),
  answer: task,
  errors: ['not_found', 'invalid_argument', 'failed_precondition'],
})

export const batchStar = defineEndpoint({
  method: 'POST',
  path: '/drive/v1/files:batchStar',
  summary: 'Give folders and files a star, or take it away',
  tag: 'drive',
  body: chosen.extend({ starred: z.boolean() }),
  answer: task,
  errors: ['not_found', 'invalid_argument', 'failed_precondition'],
})

export const batchDelete = defineEndpoint({
  method: 'POST',
  path: '/drive/v1/files:batchDelete',
  summary: 'Delete folders and files for good, from the trash or from anywhere',
  tag: 'drive',
  body: z.object({ ids }),
  answer: task,
  errors: ['invalid_argument'],
})

export const emptyTrash = defineEndpoint({
  method: 'POST',
  path: '/drive/v1/trash:empty',
  summary: 'Delete for good all that is in the trash now',
  tag: 'drive',
  answer: task,
})
