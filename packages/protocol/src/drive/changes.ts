import { z } from 'zod'
import type { Bytes } from '../endpoint.ts'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { file } from './file.ts'
import { pageSize } from './listing.ts'

/** The reason in the error's details when a cursor is too old, or of another drive: start again without a cursor. */
export const RESET_REASON = 'RESET'

/** No call waits longer for something to happen. */
export const MAX_WAIT_SECONDS = 60

/**
 * What became of one file or folder: its latest state, or that it is gone for good. What lies below a
 * folder is not told again when the folder is moved, thrown away or brought back, and is gone with it. A page may tell that
 * a folder is gone before a later page tells what was moved out of it: so whoever keeps a copy removes only the folder
 * itself, and once `has_more` is false, all that lies in a folder that they do not have.
 */
export const change = z.object({
  id: z.string(),
  /** The number of its last change. */
  seq: z.number().int(),
  file: file.optional(),
  deleted: z.literal(true).optional(),
})
export type Change = z.output<typeof change>

export const listChanges = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/changes',
  summary:
    'List the changes after a cursor, each file and folder once; without a cursor, get the current one',
  tag: 'drive',
  query: z.object({
    cursor: z.string().max(256).optional(),
    page_size: pageSize,
    /** Seconds that the answer may wait for something to tell. */
    wait: z.coerce.number().int().min(0).max(MAX_WAIT_SECONDS).default(0),
  }),
  answer: z.object({
    /** What is there in the order of its changes, then what is gone. */
    changes: z.array(change),
    /** The cursor for the next call. */
    cursor: z.string(),
    /** Whether there is more right now. */
    has_more: z.boolean(),
    /** The drive's change number that the cursor is at. */
    seq: z.number().int(),
  }),
  errors: ['invalid_argument', 'out_of_range', 'resource_exhausted'],
})

const eventStream: Bytes = { bytes: true, contentType: 'text/event-stream' }

/**
 * An event named `seq` carries `{"drive_id": …, "seq": …}`, one named `shares` carries `{"seq": …}`, which rises
 * with each change of what is shared with the caller or by them, and one named `inbox` carries `{"unread": …}`, the number of unread
 * messages in the inbox of the caller; the first of each tells the present.
 */
export const followChanges = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/changes/events',
  summary: 'Follow the change number of the drive as server-sent events; they end with the session',
  tag: 'drive',
  answer: eventStream,
  errors: ['resource_exhausted'],
})

export const seqEvent = z.object({ drive_id: z.string(), seq: z.number().int() })
export type SeqEvent = z.output<typeof seqEvent>
