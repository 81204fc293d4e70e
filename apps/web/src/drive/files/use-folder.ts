import { ROOT_ID } from '@awan/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { filesIn, filesQuery, folderQuery } from '../drive-queries.ts'

export interface PathStep {
  id: string
  name: string
  isTop: boolean
}

export interface FolderPath {
  /** From the top down. */
  above: readonly PathStep[]
  /** Undefined while it is not known. */
  name: string | undefined
}

/** A folder: where it is, and what is in it as far as someone has scrolled. */
export function useFolder(folderId: string) {
  const t = useTexts()
  const drive = useDrive()
  const isTop = folderId === ROOT_ID
  const folder = useQuery({ ...folderQuery(drive, folderId), enabled: !isTop })
  const list = useInfiniteQuery(filesQuery(drive, folderId))

  const topName = t('nav.files')
  // The first folder above is the top one, which has no name of its own on the wire.
  const above = (folder.data?.ancestors ?? []).map(({ id, name }, depth): PathStep => {
    return depth === 0 ? { id, name: topName, isTop: true } : { id, name, isTop: false }
  })
  const isTopByItsId = folder.data !== undefined && folder.data.parent_id === null
  const path: FolderPath = {
    above,
    name: isTop || isTopByItsId ? topName : folder.data?.name,
  }
  return {
    path,
    files: filesIn(list.data),
    isLoading: list.isPending,
    hasMore: list.hasNextPage,
    /** Asking for a page that is on its way does nothing. */
    loadMore: () => {
      if (list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError) {
        void list.fetchNextPage()
      }
    },
    error: list.data === undefined ? (list.error ?? folder.error) : null,
    /** The list is there, but its next page did not come. */
    moreError: list.isFetchNextPageError ? list.error : null,
    retry: () => {
      if (list.isFetchNextPageError) void list.fetchNextPage()
      else void Promise.all([list.refetch(), isTop ? undefined : folder.refetch()])
    },
  }
}
