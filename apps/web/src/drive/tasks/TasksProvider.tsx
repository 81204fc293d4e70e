import { createDriveClient } from '@awan/client/drive'
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
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { useDrive, useDriveId } from '../DriveProvider.tsx'
import { createTaskBoard, type TaskBoard, type TaskItem } from './task-board.ts'
import { createTaskLabels } from './task-labels.ts'

const TasksContext = createContext<TaskBoard | null>(null)
const PageTasksContext = createContext<TaskBoard | null>(null)

/** Long work is seen to its end while people walk through their folders, and found again after a reload. */
export function TasksProvider({ children }: { children: ReactNode }) {
  const drive = useDrive()
  const driveId = useDriveId()
  const client = useClient()
  const pageBoard = use(PageTasksContext)
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
      tasksIn: (driveId) => createDriveClient(client, { driveId }).tasks,
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
    board.resume({ isShown: pageBoard?.follows }).catch(() => undefined)
    return () => {
      ended.delete(listener)
      board.close()
    }
  }, [board, pageBoard, ended])
  return (
    <PageTasksContext value={pageBoard ?? board}>
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
  const { t, need } = useLanguage()
  const announce = useAnnounce()
  const messageOf = useErrorMessage()
  return (item) => {
    Promise.all([import('./task-words.ts'), need('drive-tasks')]).then(
      ([{ endWords }]) => announce(endWords(item, { t, messageOf })),
      // The tray shows it, or says what keeps it from being shown.
      () => undefined,
    )
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
