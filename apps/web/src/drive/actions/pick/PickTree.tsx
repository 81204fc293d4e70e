import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight, Folder, HardDrive } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { moveInTree } from '../../../ui/tree-keys.ts'
import { useDrive } from '../../DriveProvider.tsx'
import { subfoldersQuery } from '../../folder-tree-query.ts'
import type { RecentFolder } from './recent-folders.ts'

/**
 * Folders to choose one from, each opened when somebody asks for it. Arrows move and choose at once;
 * Enter takes what is chosen.
 */
export function PickTree({
  top,
  chosenId,
  barred,
  openAtFirst,
  onChoose,
  onTake,
}: {
  top: RecentFolder
  chosenId: string
  /** These cannot be chosen, nor what lies in them. */
  barred: ReadonlySet<string>
  openAtFirst: readonly string[]
  onChoose: (folder: RecentFolder) => void
  onTake: () => void
}) {
  const t = useTexts()
  const tree = useRef<HTMLDivElement>(null)
  const [chosenOpen, setChosenOpen] = useState<ReadonlyMap<string, boolean>>(new Map())
  // Who is asked where begins in the tree, not at the button that closes.
  useEffect(() => {
    tree.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus()
  }, [])
  const isOpen = (id: string) => chosenOpen.get(id) ?? (id === top.id || openAtFirst.includes(id))
  const setOpen = (id: string, open: boolean) => setChosenOpen(new Map(chosenOpen).set(id, open))

  function press(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const rows = [...(tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])]
    const at = rows.indexOf(event.target as HTMLElement)
    const row = rows[at]
    const move = moveInTree(event.key, rows.map(toRow), at)
    if (row === undefined || move === undefined) return
    event.preventDefault()
    if (move.kind === 'go') rows[move.to]?.focus()
    else if (move.kind === 'enter') {
      if (row.dataset.more === undefined) onTake()
      else row.click()
    } else if (row.dataset.id !== undefined) setOpen(row.dataset.id, move.kind === 'open')
  }

  return (
    <div
      ref={tree}
      role="tree"
      aria-label={t('act.pick.folders')}
      onKeyDown={press}
      className="h-[min(18rem,40dvh)] overflow-y-auto overscroll-contain rounded-md border border-line p-1.5"
    >
      <PickRow folder={top} level={1} tree={{ chosenId, barred, isOpen, setOpen, onChoose }} />
    </div>
  )
}

interface TreeState {
  chosenId: string
  barred: ReadonlySet<string>
  isOpen(id: string): boolean
  setOpen(id: string, open: boolean): void
  onChoose(folder: RecentFolder): void
}

interface PickRowProps {
  folder: RecentFolder
  level: number
  tree: TreeState
}

function PickRow({ folder, level, tree }: PickRowProps) {
  const { id, name } = folder
  const isBarred = tree.barred.has(id)
  const isOpen = !isBarred && tree.isOpen(id)
  const isChosen = tree.chosenId === id
  const Icon = level === 1 ? HardDrive : Folder
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the tree around the rows handles the keys */}
      <div
        role="treeitem"
        aria-level={level}
        aria-selected={isChosen}
        aria-expanded={isBarred ? undefined : isOpen}
        aria-disabled={isBarred || undefined}
        aria-label={name}
        data-id={id}
        tabIndex={isChosen ? 0 : -1}
        style={indent(level)}
        onFocus={() => {
          if (!isBarred) tree.onChoose(folder)
        }}
        onClick={() => {
          if (!isBarred && !isOpen) tree.setOpen(id, true)
        }}
        className={classNames(
          'flex min-h-9 cursor-default items-center gap-2 rounded-sm pe-2 font-medium outline-offset-0 pointer-coarse:min-h-11',
          isBarred && 'opacity-50',
          isChosen ? 'bg-accent-soft text-accent-ink' : !isBarred && 'hover:bg-hover',
        )}
      >
        <span
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation()
            if (!isBarred) tree.setOpen(id, !isOpen)
          }}
          className={classNames(
            'grid size-7 shrink-0 place-items-center rounded-sm text-muted pointer-coarse:size-9',
            isBarred && 'invisible',
          )}
        >
          <ChevronRight
            className={classNames(
              'size-4 transition-transform duration-[120ms] motion-reduce:transition-none',
              isOpen && 'rotate-90',
            )}
            strokeWidth={1.75}
          />
        </span>
        <Icon
          aria-hidden="true"
          className={classNames('size-4.5 shrink-0', level > 1 && 'text-amber')}
          strokeWidth={1.75}
        />
        <span translate="no" className="truncate">
          {name}
        </span>
      </div>
      {isOpen ? <PickRows parentId={id} level={level + 1} tree={tree} /> : null}
    </>
  )
}

function PickRows({ parentId, level, tree }: { parentId: string; level: number; tree: TreeState }) {
  const t = useTexts()
  const query = useInfiniteQuery(subfoldersQuery(useDrive(), parentId))
  const folders = query.data?.pages.flatMap(({ files }) => files) ?? []
  if (query.isPending) {
    return (
      <div className="flex h-9 items-center" style={indent(level + 1)}>
        <Skeleton className="h-3.5 w-24" />
      </div>
    )
  }
  if (query.isSuccess && folders.length === 0) {
    return (
      <div className="flex min-h-8 items-center text-sm text-muted" style={indent(level + 1)}>
        {t('act.pick.none')}
      </div>
    )
  }
  return (
    <>
      {folders.map((folder) => (
        <PickRow key={folder.id} folder={folder} level={level} tree={tree} />
      ))}
      {query.hasNextPage || query.isError ? (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around the rows handles the keys
        <div
          role="treeitem"
          aria-level={level}
          aria-selected={false}
          data-more
          tabIndex={-1}
          style={indent(level + 1)}
          onClick={() => void (query.hasNextPage ? query.fetchNextPage() : query.refetch())}
          className="flex min-h-9 cursor-default items-center rounded-sm text-sm font-medium text-accent-ink outline-offset-0 hover:bg-hover pointer-coarse:min-h-11"
        >
          {t(query.isError ? 'app.retry' : 'act.pick.more')}
        </div>
      ) : null}
    </>
  )
}

function indent(level: number) {
  return { paddingInlineStart: `${(level - 1) * 1.125 + 0.25}rem` }
}

function toRow({ ariaLevel, ariaExpanded }: HTMLElement) {
  return {
    level: Number(ariaLevel),
    isOpen: ariaExpanded === null ? undefined : ariaExpanded === 'true',
  }
}
