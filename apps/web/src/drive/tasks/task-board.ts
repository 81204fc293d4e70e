import type { Tasks } from '@awan/client/drive'
import type { Task } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import { nextRate, type TaskRate } from './task-rate.ts'

/** One piece of long work, and what it is called where it was begun on this device. */
export interface TaskItem {
  id: string
  label: string | undefined
  task: Task
  /** Of one that comes in bytes. */
  rate?: TaskRate | undefined
  /** Asks again for what failed, where this page knows how. */
  retry?: (() => Promise<void>) | undefined
}

/** What tasks are called, and in which drive they are if that is another one: a page that is loaded again still knows. */
export interface TaskLabels {
  get(id: string): string | undefined
  set(id: string, label: string, driveId?: string): void
  delete(id: string): void
  /** Those of other drives, which no list of this one has. */
  elsewhere(): { id: string; driveId: string }[]
}

interface FollowOptions {
  label?: string | undefined
  /** The drive that the task belongs to, where it is another one. */
  driveId?: string | undefined
  /** How what failed is asked for again; its task is another one. */
  retry?: ((ended: Task) => Promise<void>) | undefined
}

type OneTask = Pick<Tasks, 'wait' | 'cancel'>

/** The long work of a drive: looked after until it has ended, and shown until somebody sends it away. */
export interface TaskBoard {
  /**
   * Watches a task. Resolves when it has ended, however it ended, and with undefined when nobody can
   * say any more: the page is closing, or the server has forgotten it.
   */
  follow(begun: string | Task, options?: FollowOptions): Promise<Task | undefined>
  /** Work that was begun before, or elsewhere, and goes on. */
  resume(options?: {
    /** Those that another board shows. */
    isShown?: ((id: string) => boolean) | undefined
  }): Promise<void>
  follows(id: string): boolean
  /** What is done stays done. */
  cancel(id: string): Promise<void>
  /** Takes away what has ended. */
  clear(): void
  /** The newest first. */
  items(): readonly TaskItem[]
  subscribe(listener: () => void): () => void
  close(): void
}

/** After a connection was lost it is asked for again so often. */
const AGAIN_MS = 5_000

/** The server's own work, which nobody asked for and nobody needs to see. */
const SILENT_KINDS: ReadonlySet<string> = new Set(['index'])

export function createTaskBoard({
  tasks,
  tasksIn,
  labels,
  pause,
  onEnded,
}: {
  tasks: Pick<Tasks, 'list' | 'wait' | 'cancel'>
  /** Those of another drive. */
  tasksIn: (driveId: string) => OneTask
  labels: TaskLabels
  /** Resolves after a time, or as soon as the signal aborts. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** Told of each that was shown. */
  onEnded: (item: TaskItem) => void
}): TaskBoard {
  let items: readonly TaskItem[] = []
  const watched = new Map<string, Promise<Task | undefined>>()
  /** The tasks of other drives. */
  const elsewhere = new Map<string, OneTask>()
  const tasksOf = (id: string) => elsewhere.get(id) ?? tasks
  const retries = new Map<string, (ended: Task) => Promise<void>>()
  const listeners = new Set<() => void>()
  let closing = new AbortController()

  function change(next: readonly TaskItem[]) {
    items = next
    for (const listener of listeners) listener()
  }

  function show(task: Task, label: string | undefined) {
    const known = items.find(({ id }) => id === task.task_id)
    const rate = nextRate(known?.rate, task, performance.now())
    const retry = retries.get(task.task_id)
    const item: TaskItem = {
      id: task.task_id,
      label,
      task,
      rate,
      ...(retry && { retry: () => retryOnce(task, retry) }),
    }
    const isKnown = known !== undefined
    change(isKnown ? items.map((each) => (each.id === item.id ? item : each)) : [item, ...items])
    if (isEnded(task)) onEnded(item)
  }

  /** The new task takes the place of the old one. */
  function retryOnce(task: Task, retry: (ended: Task) => Promise<void>): Promise<void> {
    retries.delete(task.task_id)
    change(items.filter(({ id }) => id !== task.task_id))
    return retry(task)
  }

  async function watch(begun: string | Task, label: string | undefined) {
    const id = typeof begun === 'string' ? begun : begun.task_id
    const { signal } = closing
    let next: Task | { task_id: string } = typeof begun === 'string' ? { task_id: id } : begun
    let looks = 0
    for (;;) {
      try {
        const ended = await tasksOf(id).wait(next, {
          signal,
          onProgress(task) {
            looks += 1
            // What is over at the second look would only flash up.
            if (!isEnded(task) && (looks > 1 || items.some((item) => item.id === id))) {
              show(task, label)
            }
          },
        })
        const isShown = items.some((item) => item.id === id)
        if (isShown || ended.failed > 0 || ended.phase === 'failed') show(ended, label)
        return ended
      } catch (error) {
        if (signal.aborted) return undefined
        if (isServiceError(error, 'not_found')) {
          change(items.filter((item) => item.id !== id))
          return undefined
        }
        // The work goes on whether we see it or not.
        next = { task_id: id }
        await pause(AGAIN_MS, signal)
        if (signal.aborted) return undefined
      }
    }
  }

  function follow(begun: string | Task, label: string | undefined, driveId?: string) {
    const id = typeof begun === 'string' ? begun : begun.task_id
    const known = watched.get(id)
    if (known) return known
    if (driveId !== undefined) elsewhere.set(id, tasksIn(driveId))
    const { signal } = closing
    const watching = watch(begun, label).finally(() => {
      watched.delete(id)
      if (!signal.aborted) labels.delete(id)
    })
    watched.set(id, watching)
    return watching
  }

  return {
    follow(begun, { label, driveId, retry } = {}) {
      const id = typeof begun === 'string' ? begun : begun.task_id
      if (retry) retries.set(id, retry)
      if (label !== undefined) labels.set(id, label, driveId)
      return follow(begun, label, driveId)
    },
    follows: (id) => watched.has(id),
    async resume({ isShown = () => false } = {}) {
      // Closed only for a moment, as React does to see whether all is put in order.
      if (closing.signal.aborted) closing = new AbortController()
      const { signal } = closing
      for (const { id, driveId } of labels.elsewhere()) void follow(id, labels.get(id), driveId)
      const { tasks: open } = await tasks.list({ state: 'open' })
      if (signal.aborted) return
      for (const task of open.toReversed()) {
        if (SILENT_KINDS.has(task.kind) || watched.has(task.task_id) || isShown(task.task_id))
          continue
        const label = labels.get(task.task_id)
        show(task, label)
        void follow(task, label)
      }
    },
    async cancel(id) {
      const task = await tasksOf(id).cancel(id)
      const item = items.find((each) => each.id === id)
      // The look that is under way tells how it ended.
      if (item && !isEnded(task)) show(task, item.label)
    },
    clear() {
      change(items.filter(({ task }) => !isEnded(task)))
    },
    items: () => items,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => closing.abort(),
  }
}

export function isEnded({ phase }: Pick<Task, 'phase'>): boolean {
  return phase !== 'pending' && phase !== 'running'
}
