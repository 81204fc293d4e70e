import { z } from 'zod'
import type { AnswerOf } from '../endpoint.ts'
import { MAX_TAGS } from '../limits.ts'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { conflictRule, nodeId, tag } from './file.ts'
import { listFilter } from './listing.ts'
import { grantee } from './shares.ts'
import { task } from './tasks.ts'

/**
 * What is done with many files at once is a task; a small one is complete when it is answered. What
 * cannot be done with one of them stands in its failures, and the rest is done. With an
 * `Idempotency-Key` a repeated call answers the task of the first one.
 */
const ids = z.array(nodeId).min(1).max(10_000)

/** One of the two: a folder, or all of the drive outside of its trash, or the trash. */
const whereabouts = {
  folder_id: nodeId.optional(),
  place: z.enum(['drive', 'trash']).optional(),
}

/**
 * All that a place shows with a filter, however much that is: the words of a listing say which. What
 * comes there after the call is left alone.
 */
const inside = listFilter.extend({
  ...whereabouts,
  starred: z.boolean().optional(),
  /** All but these. */
  except_ids: z.array(nodeId).max(10_000).optional(),
})
export type InsidePlace = z.input<typeof inside>

/** One of the two: files one by one, or all that a place shows. */
const chosen = z.object({
  ids: ids.optional(),
  /**
   * Where the caller saw each of the ids: the id of its folder, or `trash` for one that was trashed itself.
   * One that somebody has taken elsewhere meanwhile stays there, and is a failure (`aborted`).
   */
  seen_in: z.record(nodeId, nodeId).optional(),
  inside: inside.optional(),
})
export type ChosenFiles = z.output<typeof chosen>

export const countFiles = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/files:count',
  summary: 'Count the folders and files that a call for a whole place would affect',
  tag: 'drive',
  query: listFilter.extend(whereabouts),
  answer: z.object({
    count: z.number().int(),
    /** The drive's change number that this is true for. */
    seq: z.number().int(),
  }),
  errors: ['not_found', 'invalid_argument', 'failed_precondition'],
})

export const batchTrash = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files:batchTrash',
  summary: 'Move folders and files to the trash, with everything in them',
  tag: 'drive',
  body: chosen,
  answer: task,
  errors: ['not_found', 'invalid_argument', 'failed_precondition'],
})

export const batchUntrash = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files:batchUntrash',
  summary:
    'Restore from the trash, to the old folder or, if it no longer exists, to the top folder',
  tag: 'drive',
  body: chosen.extend({ conflict: conflictRule.default('rename') }),
  answer: task,
  errors: ['not_found', 'invalid_argument', 'failed_precondition'],
})

export const batchMove = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files:batchMove',
  summary: 'Move folders and files into a folder, also from the trash',
  tag: 'drive',
  body: chosen.extend({ parent_id: nodeId, conflict: conflictRule.default('fail') }),
  answer: task,
  errors: ['not_found', 'invalid_argument', 'failed_precondition'],
})

/** Each step of a copy is charged to the quota; it ends as `failed` when that is used up. */
export const batchCopy = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files:batchCopy',
  summary: 'Copy folders and files into a folder, with everything in them when the copy starts',
  tag: 'drive',
  body: chosen.extend({ parent_id: nodeId, conflict: conflictRule.default('rename') }),
  answer: task,
  errors: ['not_found', 'invalid_argument', 'failed_precondition'],
})

/**
 * Where something comes from: another drive, by default the caller's own; or a link that the caller has opened, with
 * the token of their visit. What a visitor copies counts as one download of the link.
 */
const fromDrive = z.object({ drive_id: nodeId.optional() })
const fromAnywhere = fromDrive.extend({ visit_token: z.string().max(1024).optional() })

/**
 * Into a folder of this drive, whose quota has room for all of it before the first file is copied. Only the current
 * version of each file is copied.
 */
export const batchCopyFrom = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files:batchCopyFrom',
  summary: 'Copy folders and files from another drive, or from a link, into a folder of this drive',
  tag: 'drive',
  body: chosen.extend({
    from: fromAnywhere,
    parent_id: nodeId,
    conflict: conflictRule.default('rename'),
  }),
  answer: task,
  errors: ['not_found', 'invalid_argument', 'failed_precondition', 'permission_denied'],
})

/** Each is copied first, and then moved to the trash of its own drive. */
export const batchMoveFrom = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files:batchMoveFrom',
  summary: 'Move folders and files from another drive into a folder of this drive',
  tag: 'drive',
  body: chosen.extend({
    from: fromDrive,
    parent_id: nodeId,
    conflict: conflictRule.default('fail'),
  }),
  answer: task,
  errors: ['not_found', 'invalid_argument', 'failed_precondition', 'permission_denied'],
})

/**
 * The rights of others are computed from where something is, so a move can end them. Those who keep what they can do
 * in another way are not listed, nor is the caller.
 */
export const checkMove = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files:checkMove',
  summary: 'Tell who would lose access by moving folders and files into a folder of this drive',
  tag: 'drive',
  body: chosen.extend({
    /** Where they come from: absent for this drive itself; without an id, the caller's own drive. */
    from: fromDrive.optional(),
    parent_id: nodeId,
  }),
  answer: z.object({
    /** Those whom the caller may know, because they may share what the others have access to; at most 100. */
    losses: z.array(
      z.object({
        grantee,
        /** How many people are in a group. */
        people_count: z.number().int().optional(),
        /** Whether they keep some of their rights: an editor may become a viewer. */
        keeps_some: z.boolean(),
      }),
    ),
    /** How many more there are of them. */
    more_count: z.number().int(),
    /** How many links that the caller may know open it no more. */
    link_count: z.number().int(),
    /** Whether somebody loses access whom the caller may not know. */
    has_others: z.boolean(),
  }),
  errors: ['not_found', 'invalid_argument', 'failed_precondition', 'permission_denied'],
})
export type CheckedMove = AnswerOf<typeof checkMove>

export const batchStar = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files:batchStar',
  summary: 'Star folders and files for yourself, or remove your stars',
  tag: 'drive',
  body: chosen.extend({ starred: z.boolean() }),
  answer: task,
  errors: ['not_found', 'invalid_argument', 'failed_precondition'],
})

/**
 * One that would have more than twenty tags stays as it is, and is a failure. To rename a tag, add the new one and remove
 * the old one in one call for all that has it: `"inside": { "place": "drive", "tag": … }`.
 */
export const batchTag = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files:batchTag',
  summary: 'Add tags to folders and files, and remove tags from them; the others stay',
  tag: 'drive',
  body: chosen
    .extend({
      add: z.array(tag).max(MAX_TAGS).default([]),
      remove: z.array(tag).max(MAX_TAGS).default([]),
    })
    .refine(({ add, remove }) => add.length + remove.length > 0, {
      path: ['add'],
      error: 'give a tag to add or to remove',
    }),
  answer: task,
  errors: ['not_found', 'invalid_argument', 'failed_precondition'],
})

export const batchDelete = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files:batchDelete',
  summary: 'Delete folders and files permanently, from the trash or from anywhere',
  tag: 'drive',
  body: chosen,
  answer: task,
  errors: ['not_found', 'invalid_argument', 'failed_precondition'],
})

export const emptyTrash = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/trash:empty',
  summary: 'Delete everything that is in the trash now permanently',
  tag: 'drive',
  answer: task,
})
