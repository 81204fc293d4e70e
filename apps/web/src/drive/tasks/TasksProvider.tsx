import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { useDrive, useDriveId } from '../DriveProvider.tsx'
import { createTaskBoard, type TaskBoard, type TaskItem } from './task-board.ts'
import { createTaskLabels } from './task-labels.ts'
import { failureReason, taskName } from './task-words.ts'

const TasksContext = createContext<TaskBoard | null>(null)
const PageTasksContext = createContext<TaskBoard | null>(null)

/** Long work is seen to its end while people walk through their folders, and found again after a reload. */
export function TasksProvider({ children }: { children: ReactNode }) {
  const drive = useDrive()
  const driveId = useDriveId()
  const queries = useQueryClient()
  const tell = useTelling()
  const onEnded = useEffectEvent((item: TaskItem) => {
    tell(item)
    void queries.invalidateQueries({ queryKey: ['drive'] })
  })
  const [ended] = useState(() => new Set<(item: TaskItem) => void>())
  const [board] = useState(() =>
    createTaskBoard({
      tasks: drive.tasks,
      labels: createTaskLabels(sessionStorage, driveId),
      pause,
      onEnded: (item) => {
        for (const listener of ended) listener(item)
      },
    }),
  )
  useEffect(() => {
    const listener = (item: TaskItem) => onEnded(item)
    ended.add(listener)
    // Nobody asked for it. What keeps it from being found says so itself wherever somebody does ask.
    board.resume().catch(() => undefined)
    return () => {
      ended.delete(listener)
      board.close()
    }
  }, [board, ended])
  return (
    <PageTasksContext value={use(PageTasksContext) ?? board}>
      <TasksContext value={board}>{children}</TasksContext>
    </PageTasksContext>
  )
}

/** The board that stays while one goes from drive to drive: for tasks that are about two of them. */
export function usePageTasks(): TaskBoard {
  const board = use(PageTasksContext)
  if (board === null) throw new Error('usePageTasks needs a TasksProvider above it')
  return board
}

/** What is at work, and `follow` for whoever begins something long. */
export function useTasks(): TaskBoard {
  const board = use(TasksContext)
  if (board === null) throw new Error('useTasks needs a TasksProvider above it')
  return board
}

export function useTaskItems(): readonly TaskItem[] {
  const board = useTasks()
  return useSyncExternalStore(board.subscribe, board.items)
}

/** Says how something ended. */
function useTelling(): (item: TaskItem) => void {
  const t = useTexts()
  const announce = useAnnounce()
  const messageOf = useErrorMessage()
  return (item) => {
    const name = taskName(item, t)
    const { phase, failed, failures } = item.task
    const reason = failures.at(-1)
    if (phase === 'cancelled') announce(t('tasks.announce.cancelled', { name }))
    else if (phase === 'failed' && reason) {
      const words = failureReason(reason, { t, messageOf })
      announce(t('tasks.announce.failed', { name, reason: words }))
    } else if (failed > 0) announce(t('tasks.announce.some', { name, count: failed }))
    else announce(t('tasks.announce.done', { name }))
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms)
    function end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    signal.addEventListener('abort', end)
  })
}
