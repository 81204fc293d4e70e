import type { AnswerOf } from '@awan/protocol'
import type { cancelTask, getTask, listTasks, Task, undoTask } from '@awan/protocol/drive'
import { wait } from '../runtime/wait.ts'
import type { DriveHost } from './drive-host.ts'
import { onlyOnce } from './many-files.ts'

export interface ListTasksQuery {
  /** Both by default. */
  state?: 'open' | 'ended' | undefined
  page_token?: string | undefined
  page_size?: number | undefined
}

export interface Tasks {
  /**
   * The tasks of the drive, the newest first.
   *
   * @example const { tasks } = await drive.tasks.list({ state: 'open' })
   */
  list(query?: ListTasksQuery): Promise<AnswerOf<typeof listTasks>>
  /**
   * The progress of a task.
   *
   * @example const { phase, progress } = await drive.tasks.get(task_id)
   */
  get(task_id: string): Promise<Task>
  /**
   * Resolves when a task has ended, whatever the result. Aborting the signal ends the waiting, not the
   * task.
   *
   * @example
   * const { failures } = await drive.tasks.wait(await drive.files.copy([id], 'root'), {
   *   onProgress: ({ progress }) => show(progress),
   * })
   */
  wait(
    task: Pick<Task, 'task_id'> | Task,
    options?: {
      onProgress?: ((task: Task) => void) | undefined
      signal?: AbortSignal | undefined
    },
  ): Promise<Task>
  /**
   * Cancels a task; finished steps are kept.
   *
   * @example await drive.tasks.cancel(task_id)
   */
  cancel(task_id: string): Promise<Task>
  /**
   * Undoes what a task has trashed, moved, restored or added; a running task is cancelled first, but for one that
   * adds files, which you cancel yourself. Nodes that were changed again since then stay as they are.
   *
   * @example await drive.tasks.wait(await drive.tasks.undo(task_id))
   */
  undo(task_id: string): Promise<Task>
}

const FIRST_LOOK_MS = 250
const MAX_LOOK_MS = 3_000

export function createTasks({ request, runtime }: DriveHost): Tasks {
  const get = (id: string, signal?: AbortSignal) =>
    request<typeof getTask>('GET', '/drive/v1/tasks/{id}', { auth: true, params: { id }, signal })
  return {
    list: (query = {}) =>
      request<typeof listTasks>('GET', '/drive/v1/tasks', { auth: true, query }),
    get: (id) => get(id),
    async wait(begun, { onProgress, signal } = {}) {
      let task = 'phase' in begun ? begun : await get(begun.task_id, signal)
      for (let delayMs = FIRST_LOOK_MS; ; delayMs = Math.min(delayMs * 2, MAX_LOOK_MS)) {
        onProgress?.(task)
        if (task.phase !== 'pending' && task.phase !== 'running') return task
        await wait(runtime, delayMs, signal)
        task = await get(task.task_id, signal)
      }
    },
    cancel: (id) =>
      request<typeof cancelTask>('DELETE', '/drive/v1/tasks/{id}', { auth: true, params: { id } }),
    undo: (id) =>
      request<typeof undoTask>('POST', '/drive/v1/tasks/{id}/undo', {
        ...onlyOnce(runtime),
        params: { id },
      }),
  }
}
