import { createContext, type ReactNode, use, useRef, useState } from 'react'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useRightsIn } from '../access/use-rights.ts'
import { useCurrentFolderId } from '../address/use-current-folder.ts'
import { ChooseInput } from '../uploads/ChooseInput.tsx'
import { canPickHandles, pickHandles } from '../uploads/pick-handles.ts'
import { useUploads } from '../uploads/UploadsProvider.tsx'
import { NewFolderDialog } from './NewFolderDialog.tsx'
import { type NewText, useNewText } from './use-new-text.ts'

interface NewActions {
  /** Whether the caller may add something to the folder in view. */
  canAdd: boolean
  createFolder(): void
  chooseFiles(): void
  chooseFolder(): void
  createText(kind: NewText): void
}

const NewActionsContext = createContext<NewActions | null>(null)

/** What can be added to the folder in view, for whichever button asks. */
export function NewActionsProvider({ children }: { children: ReactNode }) {
  const folderId = useCurrentFolderId()
  const canAdd = useRightsIn(folderId).includes('add')
  const { addFiles, addHandles } = useUploads()
  const handleError = useErrorHandler()
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [isNaming, setNaming] = useState(false)
  const startText = useNewText(folderId)
  const add = (chosen: readonly File[]) => addFiles(chosen, folderId)
  /** By the window that gives handles, where there is one. */
  const chooseFiles = () => {
    if (!canPickHandles()) return files.current?.click()
    pickHandles().then((handles) => {
      if (handles.length > 0) addHandles(handles, folderId)
    }, handleError)
  }
  const actions = {
    canAdd,
    createFolder: () => setNaming(true),
    chooseFiles,
    chooseFolder: () => folder.current?.click(),
    createText: startText,
  }
  return (
    <NewActionsContext value={actions}>
      {children}
      <ChooseInput ref={files} onChosen={add} />
      <ChooseInput ref={folder} isFolder onChosen={add} />
      <NewFolderDialog open={isNaming} onOpenChange={setNaming} folderId={folderId} />
    </NewActionsContext>
  )
}

export function useNewActions(): NewActions {
  const actions = use(NewActionsContext)
  if (actions === null) throw new Error('useNewActions needs a NewActionsProvider above it')
  return actions
}
