// biome-ignore-all lint/a11y/useSemanticElements: tiles that are placed line by line cannot be a table
import { memo, type ReactNode } from 'react'
import { formatBytes, formatWhen } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useDropFolder, useFileDrag } from '../drag/use-drag.ts'
import type { ListedFile } from '../listing/list-source.ts'
import { FilePicture } from '../pictures/FilePicture.tsx'
import type { BrowseMemory } from './browse-memory.ts'
import { FileLabel } from './FileLabel.tsx'
import { FolderLink } from './FolderLink.tsx'
import { MoreButton } from './MoreButton.tsx'
import { TickBox } from './TickBox.tsx'

/** The grid around the tiles handles what is done with them. */
export const FileTile = memo(function FileTile({
  file,
  row,
  column,
  isCursor,
  isChosen,
  isCut,
  memory,
  canDrag,
  nameField,
}: {
  file: ListedFile
  row: number
  column: number
  isCursor: boolean
  isChosen: boolean
  /** Waits to be pasted elsewhere. */
  isCut: boolean
  memory: BrowseMemory
  canDrag: boolean
  /** In the place of the name, while that is being changed. */
  nameField?: ReactNode
}) {
  const { t, tag } = useLanguage()
  const drag = useFileDrag(() => memory.dragged(row))
  const grip = canDrag && !isChosen ? drag : {}
  const { isOver, dropProps } = useDropFolder(canDrag && file.kind === 'folder' ? file : undefined)
  const when = formatWhen(new Date(file.trashed_time ?? file.modified_time), new Date(), { t, tag })
  // There is room for one of them.
  const hasSize = file.kind === 'file' && file.trashed_time === undefined
  return (
    <div
      role="gridcell"
      aria-colindex={column + 1}
      aria-selected={isChosen}
      data-row={row}
      {...dropProps}
      {...(canDrag && isChosen && !nameField ? drag : {})}
      tabIndex={isCursor ? 0 : -1}
      className={`group/row relative flex min-w-0 cursor-default select-none flex-col rounded-md border p-2 -outline-offset-2 ${
        isOver
          ? 'border-accent bg-accent-soft ring-2 ring-accent'
          : isChosen
            ? 'border-accent bg-accent-soft'
            : 'border-line hover:bg-hover'
      }`}
    >
      <div data-grip {...grip} className={`relative min-h-0 flex-1 ${isCut ? 'opacity-50' : ''}`}>
        <FilePicture file={file} shape="tile" />
      </div>
      <div className="absolute start-4 top-4">
        <TickBox isChosen={isChosen} />
      </div>
      <div className="flex h-13 shrink-0 items-center gap-1 ps-1">
        <div className="min-w-0 flex-1">
          <div className="flex min-w-0 items-center gap-1.5">
            {nameField ?? <FileLabel file={file} isCut={isCut} areTagsShown={false} grip={grip} />}
          </div>
          <div className="truncate text-xs text-muted tabular-nums">
            {file.path ? <FolderLink file={file} /> : hasSize ? formatBytes(file.size, tag) : when}
          </div>
        </div>
        <MoreButton name={file.name} />
      </div>
    </div>
  )
})
