import type { Tasks } from '@awan/client/drive'
import type { Task } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'

/** One piece of long work, and what it is called where it was begun on this device. */
export interface TaskItem {
  id: string
  label: string | undefined
  task: Task
}

/** Remembers what tasks are called, so that a page that is loaded again still knows. */
export interface TaskLabels {
  get(id: string): string | undefined
  set(id: string, label: string): void
  delete(id: string): void
}

interface FollowOptions {
  label?: string | undefined
  /** Of the drive that the task belongs to, where it is another one. */
  tasks?: Pick<Tasks, 'wait' | 'cancel'> | undefined
}

/** The long work of a drive: looked after until it has ended, and shown until somebody sends it away. */
export interface TaskBoard {
  /**
   * Watches a task. Resolves when it has ended, however it ended, and with undefined when nobody can
   * say any more: the page is closing, or the server has forgotten it.
   */
  follow(begun: string | Task, options?: FollowOptions): Promise<Task | undefined>
  /** Work that was begun before, or elsewhere, and goes on. */
  resume(): Promise<void>
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
  labels,
  pause,
  onEnded,
}: {
  tasks: Pick<Tasks, 'list' | 'wait' | 'cancel'>
  labels: TaskLabels
  /** Resolves after a time, or as soon as the signal aborts. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** Told of each that was shown. */
  onEnded: (item: TaskItem) => void
}): TaskBoard {
  let items: readonly TaskItem[] = []
  const watched = new Map<string, Promise<Task | undefined>>()
  /** The tasks of other drives. */
  const elsewhere = new Map<string, Pick<Tasks, 'wait' | 'cancel'>>()
  const tasksOf = (id: string) => elsewhere.get(id) ?? tasks
  const listeners = new Set<() => void>()
  let closing = new AbortController()

  function change(next: readonly TaskItem[]) {
    items = next
    for (const listener of listeners) listener()
  }

  function show(task: Task, label: string | undefined) {
    const item = { id: task.task_id, label, task }
    const isKnown = items.some(({ id }) => id === item.id)
    change(isKnown ? items.map((each) => (each.id === item.id ? item : each)) : [item, ...items])
    if (isEnded(task)) onEnded(item)
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

  function follow(begun: string | Task, label: string | undefined) {
    const id = typeof begun === 'string' ? begun : begun.task_id
    const known = watched.get(id)
    if (known) return known
    const { signal } = closing
    const watching = watch(begun, label).finally(() => {
      watched.delete(id)
      if (!signal.aborted) labels.delete(id)
    })
    watched.set(id, watching)
    return watching
  }

  return {
    follow(begun, { label, tasks: others } = {}) {
      const id = typeof begun === 'string' ? begun : begun.task_id
      if (others) elsewhere.set(id, others)
      // After a reload it is found only in its own drive.
      else if (label !== undefined) labels.set(id, label)
      return follow(begun, label)
    },
    async resume() {
      // Closed only for a moment, as React does to see whether all is put in order.
      if (closing.signal.aborted) closing = new AbortController()
      const { signal } = closing
      const { tasks: open } = await tasks.list({ state: 'open' })
      if (signal.aborted) return
      for (const task of open.toReversed()) {
        if (SILENT_KINDS.has(task.kind) || watched.has(task.task_id)) continue
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
