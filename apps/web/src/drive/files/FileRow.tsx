// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one cannot be a table
// biome-ignore-all lint/a11y/useFocusableInteractive: a grid has one row in the tab order, not its cells
import { memo, type ReactNode } from 'react'
import { formatBytes, formatExactly, formatWhen } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useDropFolder, useFileDrag } from '../drag/use-drag.ts'
import type { ListedFile } from '../listing/list-source.ts'
import { FilePicture } from '../pictures/FilePicture.tsx'
import type { BrowseMemory } from './browse-memory.ts'
import { FileLabel } from './FileLabel.tsx'
import { FileWhere, hasWhere } from './FileWhere.tsx'
import { MoreButton } from './MoreButton.tsx'
import { TickBox } from './TickBox.tsx'

/** Box, name, modified, size, more: the same for the head and every row. Where it is narrow, names come before sizes. */
export const columns =
  'grid items-center gap-x-3 px-4 md:gap-x-4 md:px-5 grid-cols-[minmax(0,1fr)_2.75rem] ' +
  'in-data-choosing:grid-cols-[1.125rem_minmax(0,1fr)_2.75rem] ' +
  'md:grid-cols-[1.125rem_minmax(0,1fr)_7rem_2.25rem] lg:grid-cols-[1.125rem_minmax(0,1fr)_11rem_7rem_2.25rem] ' +
  'md:in-data-choosing:grid-cols-[1.125rem_minmax(0,1fr)_7rem_2.25rem] lg:in-data-choosing:grid-cols-[1.125rem_minmax(0,1fr)_11rem_7rem_2.25rem]'

/** The list around the rows handles what is done with them. */
export const FileRow = memo(function FileRow({
  file,
  id,
  row,
  isCursor,
  isChosen,
  isCut,
  memory,
  canDrag,
  nameField,
  topPx,
  heightPx,
}: {
  file: ListedFile
  /** Of the element, which may have been another row's before. */
  id: string
  /** From zero. */
  row: number
  /** The one row that Tab reaches. */
  isCursor: boolean
  isChosen: boolean
  /** Waits to be pasted elsewhere. */
  isCut: boolean
  memory: BrowseMemory
  canDrag: boolean
  /** In the place of the name, while that is being changed. */
  nameField?: ReactNode
  topPx: number
  heightPx: number
}) {
  const { t, tag } = useLanguage()
  const drag = useFileDrag(() => memory.dragged(row))
  const grip = canDrag && !isChosen ? drag : {}
  const { isOver, dropProps } = useDropFolder(canDrag && file.kind === 'folder' ? file : undefined)
  const time = new Date(file.trashed_time ?? file.modified_time)
  const when = formatWhen(time, new Date(), { t, tag })
  const size = file.kind === 'folder' ? undefined : formatBytes(file.size, tag)
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      aria-selected={isChosen}
      id={id}
      aria-labelledby={`${id}-name ${id}-when ${id}-size`}
      aria-describedby={hasWhere(file) ? `${id}-where` : undefined}
      data-row={row}
      {...dropProps}
      {...(canDrag && isChosen && !nameField ? drag : {})}
      tabIndex={isCursor ? 0 : -1}
      style={{ height: heightPx, transform: `translateY(${topPx}px)` }}
      className={`${columns} ${nameField ? 'z-2' : 'contain-strict'} group/row absolute inset-x-0 top-0 cursor-default select-none border-b border-line -outline-offset-2 ${isOver ? 'z-1 bg-accent-soft ring-2 ring-accent ring-inset' : isChosen ? 'bg-accent-soft' : 'hover:bg-hover'}`}
    >
      <TickBox isChosen={isChosen} className="max-md:hidden max-md:in-data-choosing:grid" />
      <div role="gridcell" className="flex min-w-0 items-center gap-3">
        <span data-grip {...grip} className={isCut ? 'opacity-50' : ''}>
          <FilePicture file={file} shape="row" />
        </span>
        <div className="min-w-0 flex-1">
          <div id={`${id}-name`} className="flex min-w-0 items-center gap-2">
            {nameField ?? <FileLabel file={file} isCut={isCut} areTagsShown grip={grip} />}
          </div>
          {hasWhere(file) ? (
            <div id={`${id}-where`} translate="no" className="truncate text-xs text-muted">
              <FileWhere file={file} />
            </div>
          ) : (
            <div aria-hidden="true" className="truncate text-sm text-muted tabular-nums md:hidden">
              {size === undefined ? when : `${when} · ${size}`}
            </div>
          )}
        </div>
      </div>
      <div
        role="gridcell"
        id={`${id}-when`}
        title={formatExactly(time, tag)}
        className="truncate text-sm text-muted tabular-nums max-md:sr-only"
      >
        {when}
      </div>
      <div
        role="gridcell"
        id={`${id}-size`}
        className="truncate text-sm text-muted tabular-nums max-lg:sr-only"
      >
        {size ?? (
          <span role="img" aria-label={t('files.noSize')}>
            —
          </span>
        )}
      </div>
      <div role="gridcell" className="flex justify-end">
        <MoreButton name={file.name} />
      </div>
    </div>
  )
})
