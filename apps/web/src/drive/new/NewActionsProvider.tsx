import { createContext, type ReactNode, use, useRef, useState } from 'react'
import { useCurrentFolderId } from '../shell/use-current-folder.ts'
import { ChooseInput } from '../uploads/ChooseInput.tsx'
import { useUploads } from '../uploads/UploadsProvider.tsx'
import { NewFolderDialog } from './NewFolderDialog.tsx'
import { type NewText, useNewText } from './use-new-text.ts'

interface NewActions {
  createFolder(): void
  chooseFiles(): void
  chooseFolder(): void
  createText(kind: NewText): void
}

const NewActionsContext = createContext<NewActions | null>(null)

/** What can be added to the folder in view, for whichever button asks. */
export function NewActionsProvider({ children }: { children: ReactNode }) {
  const folderId = useCurrentFolderId()
  const { addFiles } = useUploads()
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [isNaming, setNaming] = useState(false)
  const startText = useNewText(folderId)
  const [actions] = useState(() => ({
    createFolder: () => setNaming(true),
    chooseFiles: () => files.current?.click(),
    chooseFolder: () => folder.current?.click(),
  }))
  const add = (chosen: readonly File[]) => addFiles(chosen, folderId)
  return (
    <NewActionsContext value={{ ...actions, createText: startText }}>
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
