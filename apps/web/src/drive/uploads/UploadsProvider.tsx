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
import { useClient, useSub } from '../../session/ClientProvider.tsx'
import { useShell } from '../../session/ShellProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useDrive, useDriveId } from '../DriveProvider.tsx'
import { aboutQuery } from '../drive-queries.ts'
import { useDriveLists } from '../listing/DriveListsProvider.tsx'
import type { DriveUploads, UploadsState } from './drive-uploads.ts'
import { allUploadsOf, type UploadsToDrive, uploadsOf } from './uploads-of.ts'

export const UploadsContext = createContext<DriveUploads | null>(null)

/** The uploads to the drive around it, which go on while people walk through their folders. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const client = useClient()
  const sub = useSub()
  const driveId = useDriveId()
  const shell = useShell()
  const [uploads] = useState(() =>
    uploadsOf(client, { sub, driveId, origins: shell?.config.origins }),
  )
  useArrivals(uploads)
  return <UploadsContext value={uploads}>{children}</UploadsContext>
}

/** Says what goes wrong with uploads, also when the drive that they go to is no longer in view. */
export function WatchedUploads({
  uploads,
  children,
}: {
  uploads: DriveUploads
  children: ReactNode
}) {
  useProblems(uploads)
  useWarningBeforeLeaving(uploads)
  return <UploadsContext value={uploads}>{children}</UploadsContext>
}

/** To all drives that were opened in this page, the own one first. */
export function useAllUploads(): readonly UploadsToDrive[] {
  const all = allUploadsOf(useClient(), useSub())
  return useSyncExternalStore(all.subscribe, all.list)
}

export function useUploads(): DriveUploads {
  const uploads = use(UploadsContext)
  if (uploads === null) throw new Error('useUploads needs an UploadsProvider above it')
  return uploads
}

/** How far they are, at most four times a second. */
export function useUploadsState(): UploadsState {
  const uploads = useUploads()
  return useSyncExternalStore(uploads.subscribe, uploads.state)
}

/** Ten thousand small files must not ask for the same list ten thousand times: at most twice a second. */
function useArrivals(uploads: DriveUploads): void {
  const queries = useQueryClient()
  const drive = useDrive()
  const lists = useDriveLists()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let seen = uploads.state().summary?.files.done ?? 0
    const unsubscribe = uploads.subscribe(() => {
      const done = uploads.state().summary?.files.done ?? 0
      if (done === seen) return
      seen = done
      timer ??= setTimeout(() => {
        timer = undefined
        for (const folderId of uploads.state().folderIds) lists.refreshFolder(folderId)
        void queries.invalidateQueries(aboutQuery(drive))
      }, 500)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [uploads, queries, drive, lists])
}

/** What could not even be taken in has no row that could say why. */
function useProblems(uploads: DriveUploads): void {
  const handleError = useEffectEvent(useErrorHandler())
  useEffect(() => {
    let seen = uploads.state().problem
    return uploads.subscribe(() => {
      const { problem } = uploads.state()
      if (problem && problem !== seen) handleError(problem.error)
      seen = problem
    })
  }, [uploads])
}

/** Closing the tab is warned of only where the way back to the files would be lost. */
function useWarningBeforeLeaving(uploads: DriveUploads): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (uploads.wouldLose()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [uploads])
}
