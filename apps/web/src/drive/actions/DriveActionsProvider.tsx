import { createDriveClient } from '@awan/client/drive'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, use, useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { useToast } from '../../ui/Toasts.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { folderQuery } from '../drive-queries.ts'
import { usePageTasks, useTasks } from '../tasks/TasksProvider.tsx'
import { isEnded } from '../tasks/task-board.ts'
import { useTopName } from '../use-folder.ts'
import { ActionDialogs } from './ActionDialogs.tsx'
import { createClipboard } from './clipboard.ts'
import { createDialogDesk } from './dialog-desk.ts'
import { createDragSession } from './drag-session.ts'
import { createDriveActions } from './drive-actions.ts'
import { UndoKey } from './UndoKey.tsx'
import { createUndoStack } from './undo-stack.ts'
import { useActionLists } from './use-action-lists.ts'
import { DriveActionsContext } from './use-drive-actions.ts'

/** A folder's name and place are believed for so long when an action speaks of it. */
const FOLDER_KNOWN_MS = 60_000

export function DriveActionsProvider({ children }: { children: ReactNode }) {
  const { t, need } = useLanguage()
  const drive = useDrive()
  const queries = useQueryClient()
  const showToast = useToast()
  const announce = useAnnounce()
  const messageOf = useErrorMessage()
  const lists = useActionLists()
  const tasks = useTasks()
  const pageTasks = usePageTasks()
  const client = useClient()
  const topName = useTopName()
  const [desk] = useState(createDialogDesk)
  const outer = use(DriveActionsContext)
  // What is cut in one drive can be pasted in another.
  const [clipboard] = useState(() => outer?.clipboard ?? createClipboard())
  // And what is dragged from one, dropped in another.
  const [drag] = useState(() => outer?.drag ?? createDragSession())
  const [undoStack] = useState(createUndoStack)
  const actions = createDriveActions({
    drive,
    lists,
    undoStack,
    questions: desk,
    t,
    need,
    showToast,
    announce,
    messageOf,
    followTask: async (begun, label, options) =>
      isEnded(begun) ? begun : await tasks.follow(begun, { label, ...options }),
    elsewhere(driveId) {
      const other = createDriveClient(client, { driveId })
      return {
        drive: other,
        followTask: async (begun, label) =>
          isEnded(begun) ? begun : await pageTasks.follow(begun, { label, driveId }),
      }
    },
    async readFolder(id) {
      const query = { ...folderQuery(drive, id), staleTime: FOLDER_KNOWN_MS }
      const folder = await queries.fetchQuery(query)
      return folder.name === '' ? { ...folder, name: topName } : folder
    },
  })
  return (
    <DriveActionsContext value={{ actions, desk, clipboard, drag }}>
      {children}
      <ActionDialogs />
      <UndoKey />
    </DriveActionsContext>
  )
}
