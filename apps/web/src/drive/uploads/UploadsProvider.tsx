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
import { useAnnounce } from '../../ui/Announcer.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { aboutQuery } from '../drive-queries.ts'
import { useDriveLists } from '../listing/DriveListsProvider.tsx'
import { createUploadQueue, isRunning, type UploadItem, type UploadQueue } from './upload-queue.ts'
import { useUploadProblem } from './use-upload-problem.ts'

const UploadsContext = createContext<UploadQueue | null>(null)

/** Uploads go on while people walk through their folders; they end with the session. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const drive = useDrive()
  const queries = useQueryClient()
  const t = useTexts()
  const announce = useAnnounce()
  const problemOf = useUploadProblem()
  const lists = useDriveLists()
  const [refresh] = useState(() =>
    createCalmRefresh((folderId) => {
      lists.refreshFolder(folderId)
      void queries.invalidateQueries(aboutQuery(drive))
    }),
  )

  const onSettled = useEffectEvent(({ name, parentId, state }: UploadItem) => {
    if (state.kind === 'done') {
      refresh(parentId)
      announce(t('upload.announce.done', { name }))
    }
    if (state.kind === 'conflict') announce(t('upload.announce.taken', { name }))
    if (state.kind === 'failed') {
      announce(t('upload.announce.failed', { name, reason: problemOf(state.error) }))
    }
  })
  const [settled] = useState(() => new Set<(item: UploadItem) => void>())
  const [queue] = useState(() =>
    createUploadQueue({
      uploads: drive.uploads,
      now: () => performance.now(),
      onSettled: (item) => {
        for (const listener of settled) listener(item)
      },
    }),
  )
  useEffect(() => {
    const listener = (item: UploadItem) => onSettled(item)
    settled.add(listener)
    return () => {
      settled.delete(listener)
    }
  }, [settled])
  useEffect(() => {
    return () => queue.cancelAll()
  }, [queue])
  useWarningBeforeLeaving(queue)
  return <UploadsContext value={queue}>{children}</UploadsContext>
}

/** The one way in for whatever is chosen, dropped or pasted. */
export interface UploadIntake {
  addFiles(files: Iterable<File>, folderId: string): void
  /** Call it within the event: afterwards the browser has forgotten what was dropped. */
  addDataTransfer(transfer: DataTransfer, folderId: string): void
}

export function useUploads(): UploadIntake & { queue: UploadQueue; items: readonly UploadItem[] } {
  const queue = use(UploadsContext)
  if (queue === null) throw new Error('useUploads needs an UploadsProvider above it')
  return {
    queue,
    items: useSyncExternalStore(queue.subscribe, queue.items),
    addFiles: (files, folderId) => queue.add([...files], folderId),
    addDataTransfer: (transfer, folderId) => queue.add([...transfer.files], folderId),
  }
}

/** Closing the tab would end what is on its way. */
function useWarningBeforeLeaving(queue: UploadQueue): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (queue.items().some(isRunning)) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [queue])
}

/** A thousand small files must not ask for the same list a thousand times: at most twice a second. */
function createCalmRefresh(refresh: (folderId: string) => void): (folderId: string) => void {
  const planned = new Set<string>()
  return (folderId) => {
    if (planned.has(folderId)) return
    planned.add(folderId)
    setTimeout(() => {
      planned.delete(folderId)
      refresh(folderId)
    }, 500)
  }
}
