// biome-ignore-all lint/a11y/useSemanticElements: rows that a virtualizer places cannot be a table
// biome-ignore-all lint/a11y/useFocusableInteractive: a grid has one row in the tab order, not its cells
import type { File } from '@awan/protocol/drive'
import type { CSSProperties, MouseEvent } from 'react'
import { formatBytes, formatExactly, formatWhen } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { FileIcon } from './FileIcon.tsx'

/** Name, modified, size: the same columns for the head and every row. */
export const columns =
  'grid grid-cols-[minmax(0,1fr)] items-center md:grid-cols-[minmax(0,1fr)_9rem_6.5rem] lg:grid-cols-[minmax(0,1fr)_11rem_8rem] gap-x-4 px-4 md:px-5'

export function FileRow({
  file,
  index,
  isActive,
  style,
  onOpen,
  onFocus,
}: {
  file: File
  /** From zero. */
  index: number
  /** The one row that Tab reaches. */
  isActive: boolean
  style: CSSProperties
  onOpen: (file: File) => void
  onFocus: (index: number) => void
}) {
  const { t, tag } = useLanguage()
  const modified = new Date(file.modified_time)
  const when = formatWhen(modified, new Date(), { t, tag })
  const isFolder = file.kind === 'folder'
  const size = isFolder ? undefined : formatBytes(file.size, tag)

  function open(event: MouseEvent) {
    // A modified click on a folder's link is the browser's: a new tab, a new window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen(file)
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around the rows handles the keys
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      tabIndex={isActive ? 0 : -1}
      style={style}
      onClick={open}
      onFocus={() => onFocus(index)}
      className={`${columns} absolute inset-x-0 top-0 cursor-default border-b border-line transition-colors duration-[120ms] -outline-offset-2 hover:bg-hover`}
    >
      <div role="gridcell" className="flex min-w-0 items-center gap-3">
        <FileIcon file={file} />
        <div className="min-w-0 flex-1">
          <div translate="no" className="truncate font-medium" title={file.name}>
            {isFolder ? (
              <a href={`/files/${file.id}`} tabIndex={-1} draggable={false}>
                {file.name}
                <span translate="yes" className="sr-only">
                  , {t('files.folder')}
                </span>
              </a>
            ) : (
              file.name
            )}
          </div>
          <div aria-hidden="true" className="truncate text-sm text-muted tabular-nums md:hidden">
            {size === undefined ? when : `${when} · ${size}`}
          </div>
        </div>
      </div>
      <div
        role="gridcell"
        title={formatExactly(modified, tag)}
        className="truncate text-sm text-muted tabular-nums max-md:sr-only"
      >
        {when}
      </div>
      <div role="gridcell" className="truncate text-sm text-muted tabular-nums max-md:sr-only">
        {size ?? (
          <span role="img" aria-label={t('files.noSize')}>
            —
          </span>
        )}
      </div>
    </div>
  )
}
