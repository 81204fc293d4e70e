import { useInfiniteQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { subfoldersQuery } from '../folder-tree-query.ts'
import { indent, TreeFolder } from './TreeFolder.tsx'

/** What all rows of a tree share. */
export interface TreeState {
  currentId: string | undefined
  /** The one row that Tab reaches. */
  tabId: string
  isOpen(id: string): boolean
  setOpen(id: string, open: boolean): void
}

/** The rows below an open folder, each with what is open below it. */
export function TreeFolders({
  parentId,
  level,
  tree,
}: {
  parentId: string
  level: number
  tree: TreeState
}) {
  const t = useTexts()
  const announce = useAnnounce()
  const query = useInfiniteQuery(subfoldersQuery(useDrive(), parentId))
  const folders = query.data?.pages.flatMap(({ files }) => files) ?? []
  const isEmpty = query.isSuccess && folders.length === 0
  const sayEmpty = useEffectEvent(() => announce(t('tree.empty')))
  useEffect(() => {
    if (isEmpty) sayEmpty()
  }, [isEmpty])

  if (query.isPending) {
    return (
      <div className="flex h-8 items-center" style={indent(level)}>
        <Skeleton className="h-3.5 w-24" />
      </div>
    )
  }
  const isShort = query.hasNextPage || query.isError
  return (
    <>
      {folders.map((folder) => (
        <TreeFolder key={folder.id} folder={folder} level={level} tree={tree} />
      ))}
      {isShort ? (
        <div
          role="treeitem"
          aria-level={level}
          aria-selected={false}
          data-id={`more-${parentId}`}
          tabIndex={tree.tabId === `more-${parentId}` ? 0 : -1}
          className="rounded-sm outline-offset-0"
        >
          <button
            type="button"
            data-go
            tabIndex={-1}
            style={indent(level)}
            onClick={() => void (query.hasNextPage ? query.fetchNextPage() : query.refetch())}
            className="flex min-h-8 w-full items-center gap-2 rounded-sm text-start text-sm font-medium text-accent-ink hover:bg-hover pointer-coarse:min-h-11"
          >
            {query.isError ? (
              <RotateCw aria-hidden="true" className="size-4" strokeWidth={1.75} />
            ) : null}
            {t(query.isError ? 'app.retry' : 'tree.more')}
          </button>
        </div>
      ) : null}
    </>
  )
}
