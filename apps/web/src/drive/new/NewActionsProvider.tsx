import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, Suspense, use, useRef, useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useRightsIn } from '../access/use-rights.ts'
import { useCurrentFolderId } from '../address/use-current-folder.ts'
import { useDrive } from '../DriveProvider.tsx'
import { drivesQuery } from '../drives-query.ts'
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
  /** Absent where the server fetches nothing for this person. */
  fetchFiles?: (() => void) | undefined
}

const fetchDialog = lazyPart(() => import('./FetchDialog.tsx').then((part) => part.FetchDialog))

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
  const [isFetching, setFetching] = useState(false)
  const { need } = useLanguage()
  const canFetch = useQuery(drivesQuery(useDrive())).data?.can_fetch === true
  const startText = useNewText(folderId)
  const add = (chosen: readonly File[]) => addFiles(chosen, folderId)
  /** By the window that gives handles, where there is one. */
  const chooseFiles = () => {
    if (!canPickHandles()) return files.current?.click()
    pickHandles().then((handles) => {
      if (handles.length > 0) addHandles(handles, folderId)
    }, handleError)
  }
  const fetchFiles = () => {
    Promise.all([need('drive-dialogs'), fetchDialog.load()]).then(
      () => setFetching(true),
      handleError,
    )
  }
  const actions = {
    canAdd,
    createFolder: () => setNaming(true),
    chooseFiles,
    chooseFolder: () => folder.current?.click(),
    createText: startText,
    ...(canFetch && { fetchFiles }),
  }
  return (
    <NewActionsContext value={actions}>
      {children}
      <ChooseInput ref={files} onChosen={add} />
      <ChooseInput ref={folder} isFolder onChosen={add} />
      <NewFolderDialog open={isNaming} onOpenChange={setNaming} folderId={folderId} />
      {isFetching ? (
        <Suspense>
          <fetchDialog.Part folderId={folderId} onClose={() => setFetching(false)} />
        </Suspense>
      ) : null}
    </NewActionsContext>
  )
}

export function useNewActions(): NewActions {
  const actions = use(NewActionsContext)
  if (actions === null) throw new Error('useNewActions needs a NewActionsProvider above it')
  return actions
}
