import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useState, useSyncExternalStore } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { useToast } from '../../ui/Toasts.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { createDragSession, type DragSession } from '../drag/drag-session.ts'
import { folderQuery } from '../drive-queries.ts'
import { isWhole } from '../selection/whole-place.ts'
import { useTasks } from '../tasks/TasksProvider.tsx'
import { isEnded } from '../tasks/task-board.ts'
import { ActionDialogs } from './ActionDialogs.tsx'
import { type Clipboard, createClipboard } from './clipboard.ts'
import { createDialogDesk, type DialogDesk } from './dialog-desk.ts'
import { createDriveActions, type DriveActions } from './drive-actions.ts'
import { UndoKey } from './UndoKey.tsx'
import { createUndoStack } from './undo-stack.ts'
import { useActionLists } from './use-action-lists.ts'

interface Provided {
  actions: DriveActions
  desk: DialogDesk
  clipboard: Clipboard
  drag: DragSession
}

const DriveActionsContext = createContext<Provided | null>(null)

/** A folder's name and place are believed for so long when an action speaks of it. */
const FOLDER_KNOWN_MS = 60_000

export function DriveActionsProvider({ children }: { children: ReactNode }) {
  const t = useTexts()
  const drive = useDrive()
  const queries = useQueryClient()
  const showToast = useToast()
  const announce = useAnnounce()
  const messageOf = useErrorMessage()
  const lists = useActionLists()
  const tasks = useTasks()
  const [desk] = useState(createDialogDesk)
  const [clipboard] = useState(createClipboard)
  const [drag] = useState(createDragSession)
  const [undoStack] = useState(createUndoStack)
  const actions = createDriveActions({
    drive,
    lists,
    undoStack,
    questions: desk,
    t,
    showToast,
    announce,
    messageOf,
    followTask: async (begun, label) =>
      isEnded(begun) ? begun : await tasks.follow(begun, { label }),
    readFolder: (id) =>
      queries.fetchQuery({ ...folderQuery(drive, id), staleTime: FOLDER_KNOWN_MS }),
  })
  return (
    <DriveActionsContext value={{ actions, desk, clipboard, drag }}>
      {children}
      <ActionDialogs />
      <UndoKey />
    </DriveActionsContext>
  )
}

export function useDriveActions(): DriveActions {
  return useProvided().actions
}

/** Opens the dialogs in which an action is asked for. */
export function useDialogDesk(): DialogDesk {
  return useProvided().desk
}

export function useClipboard() {
  const { clipboard } = useProvided()
  const clipped = useSyncExternalStore(clipboard.subscribe, clipboard.current)
  return { clipboard, clipped }
}

/** Ids of what was cut and not yet pasted; their rows look faded. */
export function useCutIds(): ReadonlySet<string> {
  const { clipped } = useClipboard()
  if (clipped?.mode !== 'cut' || isWhole(clipped.chosen)) return noIds
  return new Set(clipped.chosen.map(({ id }) => id))
}

const noIds: ReadonlySet<string> = new Set()

export function useDragSession(): DragSession {
  return useProvided().drag
}

function useProvided(): Provided {
  const provided = use(DriveActionsContext)
  if (provided === null) throw new Error('drive actions need a DriveActionsProvider above them')
  return provided
}
