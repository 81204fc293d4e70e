import type { File } from '@awan/protocol/drive'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Folder, FolderOpen } from 'lucide-react'
import { withoutTurns } from '../../i18n/without-turns.ts'
import { classNames } from '../../ui/class-names.ts'
import { useDrive } from '../DriveProvider.tsx'
import { dropMark, useDropFolder } from '../drag/use-drag.ts'
import { subfoldersQuery } from '../folder-tree-query.ts'
import { TreeFolders, type TreeState } from './TreeFolders.tsx'

/** Where the rows of a level begin. */
export function indent(level: number) {
  return { paddingInlineStart: `${(level - 1) * 0.875 + 2}rem` }
}

export function TreeFolder({
  folder,
  level,
  tree,
}: {
  folder: File
  level: number
  tree: TreeState
}) {
  const { id, name } = folder
  const isCurrent = tree.currentId === id
  const isOpen = tree.isOpen(id)
  const isKnownEmpty = useIsKnownEmpty(id, isOpen)
  const { isOver, dropProps } = useDropFolder(folder, {
    onWait: isOpen || isKnownEmpty ? null : () => tree.setOpen(id, true),
  })
  const Icon = isOpen && !isKnownEmpty ? FolderOpen : Folder
  return (
    <>
      <div
        role="treeitem"
        aria-level={level}
        aria-selected={isCurrent}
        aria-current={isCurrent ? 'page' : undefined}
        aria-expanded={isKnownEmpty ? undefined : isOpen}
        aria-label={name}
        data-id={id}
        tabIndex={tree.tabId === id ? 0 : -1}
        {...dropProps}
        className={classNames(
          'relative rounded-sm outline-offset-0',
          isOver
            ? dropMark
            : isCurrent
              ? 'bg-accent-soft text-accent-ink'
              : 'text-muted hover:bg-hover',
        )}
      >
        {isKnownEmpty ? null : (
          // For pointers only: the row itself says that it opens, and the tree has the keys.
          <span
            aria-hidden="true"
            onClick={() => tree.setOpen(id, !isOpen)}
            style={{ insetInlineStart: `${(level - 1) * 0.875 + 0.25}rem` }}
            className="absolute top-1/2 grid size-7 -translate-y-1/2 place-items-center rounded-sm hover:text-text pointer-coarse:size-11 pointer-coarse:-ms-2"
          >
            <ChevronRight
              className={classNames(
                'size-3.5 transition-transform duration-[120ms] motion-reduce:transition-none',
                isOpen && 'rotate-90',
              )}
              strokeWidth={2}
            />
          </span>
        )}
        <Link
          to="/files/$folderId"
          params={{ folderId: id }}
          data-go
          tabIndex={-1}
          draggable={false}
          style={indent(level)}
          className="flex min-h-8 items-center gap-2.5 pe-2 font-medium pointer-coarse:min-h-11"
        >
          <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
          <span translate="no" className="truncate" title={name}>
            {withoutTurns(name)}
          </span>
        </Link>
      </div>
      {isOpen ? <TreeFolders parentId={id} level={level + 1} tree={tree} /> : null}
    </>
  )
}

/** Nobody knows whether a folder has folders before it was opened; one that has none cannot be opened. */
function useIsKnownEmpty(id: string, isOpen: boolean): boolean {
  const { data } = useInfiniteQuery({
    ...subfoldersQuery(useDrive(), id),
    // Of an empty one it matters when it is empty no longer.
    enabled: ({ state }) => isOpen || isEmpty(state.data),
  })
  return isEmpty(data)
}

function isEmpty(data: { pages: { files: unknown[] }[] } | undefined): boolean {
  return data?.pages.every(({ files }) => files.length === 0) ?? false
}
