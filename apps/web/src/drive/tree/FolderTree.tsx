import { ROOT_ID } from '@awan/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { moveInTree } from '../../ui/tree-keys.ts'
import { useNamedFolderId } from '../address/use-current-folder.ts'
import { useDrive } from '../DriveProvider.tsx'
import { folderQuery } from '../drive-queries.ts'
import { subfoldersQuery } from '../folder-tree-query.ts'
import { TreeFolders } from './TreeFolders.tsx'

/**
 * The folders of the drive, each opened when somebody asks for it. One row takes part in the tab order;
 * arrows move from there (the tree pattern of ARIA). Where there is no folder there is no tree.
 */
export function FolderTree({ heading }: { heading: ReactNode }) {
  const t = useTexts()
  const drive = useDrive()
  const folderId = useNamedFolderId()
  const tree = useRef<HTMLDivElement>(null)
  const top = useInfiniteQuery(subfoldersQuery(drive, ROOT_ID))
  const current = useQuery({
    ...folderQuery(drive, folderId ?? ROOT_ID),
    enabled: folderId !== undefined,
  })
  // What somebody opened or closed; of the others those on the way to the current folder are open.
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [focusedId, setFocusedId] = useState<string>()
  const way = new Set(folderId === undefined ? [] : current.data?.ancestors.map(({ id }) => id))
  const first = top.data?.pages.flatMap(({ files }) => files)[0]

  // The row that Tab reached may be gone: moved by somebody, or closed together with its folder.
  useEffect(() => {
    if (!tree.current?.querySelector('[tabindex="0"]')) setFocusedId(undefined)
  })

  function setOpen(id: string, open: boolean) {
    setChosen(new Map(chosen).set(id, open))
  }

  function press(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const rows = [...(tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])]
    const at = rows.indexOf(event.target as HTMLElement)
    const row = rows[at]
    const move = moveInTree(event.key, rows.map(toRow), at)
    if (row === undefined || move === undefined) return
    event.preventDefault()
    if (move.kind === 'go') rows[move.to]?.focus()
    else if (move.kind === 'enter') row.querySelector<HTMLElement>('[data-go]')?.click()
    else if (row.dataset.id !== undefined) setOpen(row.dataset.id, move.kind === 'open')
  }

  if (top.isPending) return <Skeleton className="mx-3 h-4 w-28" />
  if (first === undefined) return null
  return (
    <section>
      {heading}
      <div
        ref={tree}
        role="tree"
        aria-label={t('nav.folders')}
        onKeyDown={press}
        onFocus={({ target }) => setFocusedId(target.dataset.id)}
      >
        <TreeFolders
          parentId={ROOT_ID}
          level={1}
          tree={{
            currentId: folderId,
            tabId: focusedId ?? first.id,
            isOpen: (id) => chosen.get(id) ?? way.has(id),
            setOpen,
          }}
        />
      </div>
    </section>
  )
}

function toRow({ ariaLevel, ariaExpanded }: HTMLElement) {
  return {
    level: Number(ariaLevel),
    isOpen: ariaExpanded === null ? undefined : ariaExpanded === 'true',
  }
}
