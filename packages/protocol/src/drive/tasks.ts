import { z } from 'zod'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { nodeId } from './file.ts'

export const taskPhase = z.enum(['pending', 'running', 'complete', 'failed', 'cancelled'])

/** Work on a drive that may take longer than a call; it continues after a restart of the server. */
export const task = z.object({
  task_id: z.string(),
  kind: z.string(),
  /** `complete` went through everything, also when some of it could not be done. */
  phase: taskPhase,
  /** Per cent. */
  progress: z.number().int().min(0).max(100),
  done: z.number().int().nonnegative(),
  /** Absent until it was counted. */
  total: z.number().int().nonnegative().optional(),
  /** How many failed; the first of them are listed in `failures`. */
  failed: z.number().int().nonnegative(),
  failures: z.array(
    z.object({
      /** To others than whoever began it, of what comes from another drive, only a number: they may not see that drive. */
      id: z.string(),
      name: z.string().optional(),
      /** A name of the catalogue of errors. */
      error: z.string(),
      description: z.string(),
      /** Of a fetch or an extraction: which of its problems it is. */
      reason: z.string().optional(),
      /** Of a fetch: the host that it came from. */
      host: z.string().optional(),
    }),
  ),
  /** Of new files: how much has arrived. Of a fetch, `total` is absent until every server has said how much it sends. */
  bytes: z
    .object({
      done: z.number().int().nonnegative(),
      total: z.number().int().nonnegative().optional(),
    })
    .optional(),
  /** Of an undo: how many files and folders stay where they are, because they were added or changed since. */
  kept: z.number().int().positive().optional(),
  created_time: z.iso.datetime(),
  updated_time: z.iso.datetime(),
  ended_time: z.iso.datetime().optional(),
})
export type Task = z.output<typeof task>

export const listTasks = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/tasks',
  summary: 'List the tasks of the drive, the newest first; finished ones are kept for a week',
  tag: 'drive',
  query: z.object({
    state: z.enum(['open', 'ended']).optional(),
    page_size: z.coerce.number().int().min(1).max(200).default(50),
    page_token: z.string().max(4096).optional(),
  }),
  answer: z.object({
    tasks: z.array(task),
    /** Absent on the last page. */
    next_page_token: z.string().optional(),
  }),
  errors: ['invalid_argument'],
})

export const getTask = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/tasks/{id}',
  summary: 'Get the progress of a task, and its failures',
  tag: 'drive',
  params: z.object({ id: nodeId }),
  answer: task,
  errors: ['not_found'],
})

/**
 * What was changed again since stays as it is. A task that is still at work is cancelled first, and
 * what it has done until then is taken back.
 */
export const undoTask = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/tasks/{id}/undo',
  summary:
    'Undo what a task has trashed, moved, renamed, restored, tagged or added; this starts a new task',
  tag: 'drive',
  params: z.object({ id: nodeId }),
  answer: task,
  errors: ['not_found', 'failed_precondition'],
})

export const cancelTask = defineDriveEndpoint({
  method: 'DELETE',
  path: '/drive/v1/tasks/{id}',
  summary: 'Cancel a task; finished steps are kept, and a finished task is not changed',
  tag: 'drive',
  params: z.object({ id: nodeId }),
  answer: task,
  errors: ['not_found'],
})
