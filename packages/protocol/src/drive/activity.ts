import { z } from 'zod'
import { eventSchema } from '../event-schema.ts'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { nodeId } from './file.ts'
import { truth } from './listing.ts'

/** What people look for in a history: what came, what became of it, where it went, what left and came back. */
export const actionKind = z.enum(['added', 'edited', 'moved', 'removed'])
export type ActionKind = z.output<typeof actionKind>

/**
 * The type of an event is `drive.` and what was done; its subject is the file or folder. `data` tells
 * who did it (`actor_sub`, and `actor_name` where the caller may know it), the change number, and what belongs to the action,
 * such as the name then.
 *
 * Whoever may not edit something is told what happened to it since they were let in, and visitors of links nothing.
 *
 * `grouped` makes one event of what one action did to four files or more: the newest of them, with a `count` of them and some of their
 * `names`. A group that reaches into the next page goes on there with the same `task`.
 *
 * With a kind, or where something is left out, a page may hold fewer than asked for, and even none, while there is a next one: the
 * server looks at so many actions at a time and no more.
 */
export const listActivity = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/activity',
  summary: 'List the activity in the drive, or of one file or folder, newest first',
  tag: 'drive',
  query: z.object({
    node_id: nodeId.optional(),
    kind: actionKind.optional(),
    grouped: truth.optional(),
    page_size: z.coerce.number().int().min(1).max(100).default(50),
    page_token: z.string().max(256).optional(),
  }),
  answer: z.object({
    data: z.array(eventSchema),
    /** Absent on the last page. */
    next_page_token: z.string().optional(),
  }),
  errors: ['invalid_argument'],
})
