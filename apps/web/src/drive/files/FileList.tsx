// biome-ignore-all lint/a11y/useSemanticElements: rows that a virtualizer places cannot be a table
// biome-ignore-all lint/a11y/useFocusableInteractive: a grid has one row in the tab order, not its cells
import type { File } from '@awan/protocol/drive'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import type { ListWindow } from '../listing/list-window.ts'
import { columns, FileRow } from './FileRow.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { createTypeahead, rowAfterKey } from './list-navigation.ts'

const ROW_PX = 44
const TOUCH_ROW_PX = 60
/** Rows around the view that are asked for. */
const AHEAD = 40

/**
 * The files of a folder. Only the rows in view exist; one of them takes part in the tab order, and
 * arrows, Home, End and typing move from there.
 */
export function FileList({
  label,
  list,
  onOpen,
  initialOffset,
  onLeave,
}: {
  label: string
  list: ListWindow
  onOpen: (file: File) => void
  /** Where the list was left the last time. */
  initialOffset: number
  onLeave: (offset: number) => void
}) {
  // The virtualizer is one object that changes inside; what is read from it must not be remembered.
  'use no memo'
  const t = useTexts()
  const { rowCount, isOpen } = useSyncExternalStore(list.subscribe, list.state)
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const wantsFocus = useRef(false)
  const [typeahead] = useState(() => createTypeahead(() => performance.now()))
  const isTouch = useMediaQuery('(max-width: 47.99rem), (pointer: coarse)')
  const rowPx = isTouch ? TOUCH_ROW_PX : ROW_PX
  const activeRow = Math.min(active, rowCount - 1)

  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => list.rowAt(index)?.id ?? index,
    overscan: 12,
    initialOffset,
    // The row with the focus stays, however far one scrolls.
    rangeExtractor: (range) =>
      [...new Set([activeRow, ...defaultRangeExtractor(range)])].sort((a, b) => a - b),
  })
  const rows = virtualizer.getVirtualItems()

  const measuredPx = useRef(rowPx)
  useEffect(() => {
    if (measuredPx.current === rowPx) return
    measuredPx.current = rowPx
    virtualizer.measure()
  }, [virtualizer, rowPx])

  const firstVisible = virtualizer.range?.startIndex ?? 0
  const lastVisible = virtualizer.range?.endIndex ?? 0
  useEffect(() => {
    list.look(firstVisible - AHEAD, lastVisible + AHEAD)
  }, [list, firstVisible, lastVisible])

  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    scroller.current?.querySelector<HTMLElement>(`[data-row="${active}"]`)?.focus()
  })

  // Who opened this folder with a key goes on with keys: the row that had the focus is gone.
  useEffect(() => {
    if (document.activeElement !== document.body) return
    scroller.current?.querySelector<HTMLElement>('[data-row]')?.focus({ preventScroll: true })
  }, [])

  // A layout effect ends while the list still stands, and so still knows where it was.
  useLayoutEffect(() => {
    const element = scroller.current
    return () => onLeave(element?.scrollTop ?? 0)
  }, [onLeave])

  function moveTo(row: number) {
    virtualizer.scrollToIndex(row)
    wantsFocus.current = true
    setActive(row)
  }

  function onKeyDown(event: KeyboardEvent) {
    const rowsPerPage = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 2)
    const next = rowAfterKey(event, activeRow, rowCount, rowsPerPage)
    const file = list.rowAt(activeRow)
    if (next !== undefined) {
      event.preventDefault()
      moveTo(next)
    } else if (event.key === 'Enter' && file) {
      event.preventDefault()
      onOpen(file)
    } else if ([...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const found = typeahead(
        event.key,
        list.rowsBetween(0, rowCount - 1).map(({ name }) => name),
        activeRow,
      )
      if (event.key === ' ') event.preventDefault()
      if (found !== undefined) moveTo(found)
    }
  }

  return (
    <div
      role="grid"
      aria-label={label}
      aria-rowcount={isOpen ? -1 : rowCount + 1}
      onKeyDown={onKeyDown}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div
        role="row"
        aria-rowindex={1}
        className={`${columns} h-9 shrink-0 border-b border-line text-xs font-medium text-muted max-md:sr-only md:pe-[calc(1.25rem+var(--scrollbar,0px))]`}
      >
        <span role="columnheader" className="ps-[2.625rem]">
          {t('files.name')}
        </span>
        <span role="columnheader">{t('files.modified')}</span>
        <span role="columnheader">{t('files.size')}</span>
      </div>
      <div
        ref={scroller}
        role="rowgroup"
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain max-md:pb-24"
      >
        <div
          className="relative"
          style={{ height: virtualizer.getTotalSize() }}
          role="presentation"
        >
          {rows.map(({ index, key, start, size }) => {
            const file = list.rowAt(index)
            return file === undefined ? null : (
              <FileRow
                key={key}
                file={file}
                index={index}
                isActive={index === activeRow}
                style={{ height: size, transform: `translateY(${start}px)` }}
                onOpen={onOpen}
                onFocus={setActive}
              />
            )
          })}
        </div>
        {isOpen ? <ListSkeleton rows={3} label={t('files.more')} /> : null}
      </div>
    </div>
  )
}
