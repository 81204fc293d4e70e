import { createContext, use, useSyncExternalStore } from 'react'
import { isWhole } from '../selection/whole-place.ts'
import type { Clipboard } from './clipboard.ts'
import type { DialogDesk } from './dialog-desk.ts'
import type { DragSession } from './drag-session.ts'
import type { DriveActions } from './drive-actions.ts'

interface Provided {
  actions: DriveActions
  desk: DialogDesk
  clipboard: Clipboard
  drag: DragSession
}

/** Provided by DriveActionsProvider, which also shows the dialogs that use it. */
export const DriveActionsContext = createContext<Provided | null>(null)

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
