import { createContext, type ReactNode, use, useRef, useState } from 'react'
import { useCurrentFolderId } from '../shell/use-current-folder.ts'
import { useUploads } from '../uploads/UploadsProvider.tsx'
import { NewFolderDialog } from './NewFolderDialog.tsx'

interface NewActions {
  createFolder(): void
  chooseFiles(): void
}

const NewActionsContext = createContext<NewActions | null>(null)

/** What can be added to the folder in view, for whichever button asks. */
export function NewActionsProvider({ children }: { children: ReactNode }) {
  const folderId = useCurrentFolderId()
  const { addFiles } = useUploads()
  const input = useRef<HTMLInputElement>(null)
  const [isNaming, setNaming] = useState(false)
  const [actions] = useState<NewActions>(() => ({
    createFolder: () => setNaming(true),
    chooseFiles: () => input.current?.click(),
  }))
  return (
    <NewActionsContext value={actions}>
      {children}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          addFiles(event.target.files ?? [], folderId)
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
      <NewFolderDialog open={isNaming} onOpenChange={setNaming} folderId={folderId} />
    </NewActionsContext>
  )
}

export function useNewActions(): NewActions {
  const actions = use(NewActionsContext)
  if (actions === null) throw new Error('useNewActions needs a NewActionsProvider above it')
  return actions
}
