// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one cannot be a table
// biome-ignore-all lint/a11y/useFocusableInteractive: a grid has one cell in the tab order, not its lines
import type { File } from '@awan/protocol/drive'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { useCutIds } from '../actions/use-drive-actions.ts'
import { usePreviewAddress } from '../address/preview-search.ts'
import type { ListWindow } from '../listing/list-window.ts'
import type { Place } from '../listing/place.ts'
import { useListState } from '../listing/use-list-state.ts'
import { useSelection } from '../selection/use-selection.ts'
import { type BrowseMemory, browseMemoryOf } from './browse-memory.ts'
import { FileRow } from './FileRow.tsx'
import { FileTile } from './FileTile.tsx'
import { RowSkeleton, TileSkeleton } from './Skeletons.tsx'
import { gridShape, listShape } from './tile-shape.ts'
import { useBrowseKeys } from './use-browse-keys.ts'
import { type MenuPoint, rowOf, useBrowsePointer } from './use-browse-pointer.ts'
import { useFocusAtCursor } from './use-focus-at-cursor.ts'
import { useLineScroll } from './use-line-scroll.ts'
import { useLineSlots } from './use-line-slots.ts'
import { renameField, useRenameInPlace } from './use-rename-in-place.ts'
import { useRubberBand } from './use-rubber-band.ts'
import { useScrollMemory } from './use-scroll-memory.ts'
import { useWidth } from './use-width.ts'

/** Before anything is known of a list. */
const PLACEHOLDERS = 8
/** Rows around the view that are asked for. */
const AHEAD = 40
/** Who scrolls through what is not there yet waits so long for it, so that what is passed is not read. */
const PASSING_MS = 60

/**
 * The files of a place, in rows or tiles. Only those in view exist; one of them takes part in the tab
 * order, and keys move from there.
 */
export function FileLines({
  label,
  list,
  place,
  layout,
  head,
  onOpen,
  onWhere,
  onPreview,
  onMenu,
  onTab,
}: {
  label: string
  list: ListWindow
  place: Place
  layout: 'list' | 'grid'
  /** The heads of the columns of a list. */
  head: ReactNode
  onOpen: (row: number) => void
  /** To the folder that it lies in. */
  onWhere: (row: number) => void
  onPreview: (row: number) => void
  onMenu: (row: number | undefined, at: MenuPoint | HTMLElement) => void
  /** To be opened in another tab. */
  onTab: (row: number) => void
}) {
  // A list is one object that changes inside; what is read from it must not be remembered.
  'use no memo'
  const t = useTexts()
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const band = useRef<HTMLDivElement>(null)
  const { isLoading, isOpen, version, ...state } = useListState(list)
  const rowCount = isLoading ? PLACEHOLDERS : state.rowCount
  const memory = browseMemoryOf(list)
  const { selection } = memory
  const chosen = useSelection(selection)
  const within = (row: number) => Math.max(0, Math.min(row, rowCount - 1))
  const cursor = within(chosen.cursor)
  const isTouch = useMediaQuery('(max-width: 47.99rem), (pointer: coarse)')
  const { widthPx, scrollbarPx } = useWidth(scroller)
  const cutIds = useCutIds()
  const canDrag = !isTouch && place.kind !== 'trash'
  const shape = layout === 'list' ? listShape(widthPx, isTouch) : gridShape(widthPx, isTouch)
  const { columns, linePx } = shape
  const lines = useLineScroll(scroller, { lineCount: Math.ceil(rowCount / columns), linePx })
  const { first, last, shiftPx } = lines.drawn
  const noteScroll = useScrollMemory({ list, memory, lines, columns, linePx, isReady: widthPx > 0 })
  useLook(list, first * columns - AHEAD, (last + 1) * columns - 1 + AHEAD, version)

  const focus = useFocusAtCursor(scroller, cursor, widthPx > 0)
  useSee(memory, (row) => {
    lines.seeLine(Math.floor(row / columns))
    noteScroll()
    selection.moveTo(row)
    focus.want()
  })
  const { fileId: previewed } = usePreviewAddress()
  const { renaming, setRenaming } = useRenameInPlace(list, {
    // Below a preview nobody sees the row.
    isOn: !isTouch && previewed === undefined,
    onBegin(row) {
      lines.seeLine(Math.floor(row / columns))
      selection.moveTo(row)
    },
  })
  const pointer = useBrowsePointer({ selection, onOpen, onWhere, onMenu, onTab })
  const rubberBand = useRubberBand({
    scroller,
    band,
    lines,
    selection,
    bandSpace: () => ({ ...shape, rowCount }),
    onEnd(row) {
      selection.moveTo(row)
      focus.want()
    },
  })
  const onKeyDown = useBrowseKeys({
    list,
    selection,
    shape: () => ({
      rowCount,
      columns,
      linesPerPage: Math.max(1, Math.floor(lines.space().viewPx / linePx) - 1),
    }),
    onSee(row) {
      lines.seeLine(Math.floor(row / columns))
      focus.want()
    },
    onOpen,
    onPreview,
  })

  // The line that has the focus, and the one that a pointer has pressed or drags, until it presses another.
  const [pressed = cursor, setPressed] = useState<number>()
  const held = [cursor, within(pressed)].map((row) => Math.floor(row / columns))
  const { drawn, inOrder } = useLineSlots({ first, last }, held)
  const idOf = (part: number | string) => `${id}-${part}`
  return (
    <div
      role="grid"
      aria-label={label}
      aria-multiselectable="true"
      aria-busy={isLoading || undefined}
      aria-rowcount={isOpen ? -1 : Math.ceil(rowCount / columns) + (layout === 'list' ? 1 : 0)}
      aria-colcount={layout === 'grid' ? columns : undefined}
      data-choosing={chosen.isChoosing || undefined}
      onKeyDown={onKeyDown}
      className="flex min-h-0 flex-1 flex-col"
    >
      {layout === 'list' ? (
        <div role="rowgroup" className="shrink-0" style={{ paddingInlineEnd: scrollbarPx }}>
          {head}
        </div>
      ) : null}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it handles the keys */}
      <div
        ref={scroller}
        role="rowgroup"
        // Who clicks beside the rows goes on with keys here.
        tabIndex={-1}
        aria-owns={[...inOrder, 'more'].map(idOf).join(' ')}
        onScroll={() => {
          lines.onScroll()
          noteScroll()
          pointer.letGo()
        }}
        onPointerDown={(event) => {
          setPressed(rowOf(event.target))
          pointer.onPointerDown(event)
          rubberBand.begin(event)
        }}
        onPointerMove={pointer.onPointerMove}
        onPointerUp={pointer.letGo}
        onPointerCancel={pointer.letGo}
        onClick={(event) => {
          if (!rubberBand.takesClick()) pointer.onClick(event)
        }}
        onDoubleClick={pointer.onDoubleClick}
        onMouseDown={pointer.onMouseDown}
        onAuxClick={pointer.onAuxClick}
        onContextMenu={pointer.onContextMenu}
        onFocus={({ target }) => {
          focus.came()
          const row = rowOf(target)
          if (row === undefined) return
          if (row !== cursor) selection.moveTo(row)
          // A press on the name of a folder would else leave the focus on a part of the row.
          if (target.matches('a')) focus.at(row)
        }}
        onBlur={focus.went}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain outline-none [-webkit-touch-callout:none]"
      >
        <div
          className="relative box-content pb-24 md:pb-16"
          style={{ height: lines.contentPx }}
          role="presentation"
        >
          {widthPx === 0 ? null : drawn.map(renderLine)}
          <div
            ref={band}
            hidden
            aria-hidden="true"
            className="pointer-events-none absolute start-0 top-0 z-10 rounded-[3px] border border-accent bg-accent/15"
          />
        </div>
        {isOpen ? (
          <span id={idOf('more')} className="sr-only">
            {t('files.more')}
          </span>
        ) : null}
      </div>
    </div>
  )

  function renderLine({ line, slot }: { line: number; slot: number }) {
    const topPx = line * linePx + shiftPx
    if (layout === 'list') return renderRow(line, slot, topPx)
    const from = line * columns
    return (
      <div
        key={slot}
        id={idOf(slot)}
        role="row"
        aria-rowindex={line + 1}
        className="absolute inset-x-0 top-0 grid has-[input]:z-2"
        style={{
          height: shape.tileHeightPx,
          gap: shape.gapPx,
          paddingInline: shape.startPx,
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          transform: `translateY(${topPx}px)`,
        }}
      >
        {[...Array(Math.min(columns, rowCount - from)).keys()].map((column) => {
          const row = from + column
          const file = list.rowAt(row)
          const facts = { row, column, isCursor: row === cursor, isChosen: selection.has(row) }
          return file ? (
            <FileTile key={column} file={file} {...facts} {...handlingOf(file)} />
          ) : (
            <TileSkeleton key={column} {...facts} />
          )
        })}
      </div>
    )
  }

  function handlingOf({ id }: File) {
    return { isCut: cutIds.has(id), memory, canDrag, nameField: nameFieldOf(id) }
  }

  function nameFieldOf(id: string) {
    if (renaming?.file.id !== id) return undefined
    return (
      <renameField.Part
        renaming={renaming}
        onChange={setRenaming}
        onEnd={({ isByKey }) => {
          setRenaming(undefined)
          if (isByKey) focus.want()
        }}
      />
    )
  }

  function renderRow(row: number, slot: number, topPx: number) {
    const file = list.rowAt(row)
    const place = { id: idOf(slot), row, topPx, heightPx: linePx }
    const facts = { ...place, isCursor: row === cursor, isChosen: selection.has(row) }
    return file ? (
      <FileRow key={slot} file={file} {...facts} {...handlingOf(file)} />
    ) : (
      <RowSkeleton key={slot} {...facts} />
    )
  }
}

/** Asks for the rows in view, and a little ahead of them. */
function useLook(list: ListWindow, first: number, last: number, version: number): void {
  // A version may have let go of rows in view.
  useEffect(() => {
    const isThere = list.rowAt(Math.max(0, first)) || list.rowAt(first + AHEAD)
    const timer = isThere || version === 0 ? undefined : setTimeout(look, PASSING_MS)
    if (timer === undefined) look()
    return () => clearTimeout(timer)
    function look() {
      list.look(first, last)
    }
  }, [list, first, last, version])
}

/** Others lead to a row: whoever comes back from looking at another file finds the list there. */
function useSee(memory: BrowseMemory, see: (row: number) => void): void {
  const onSee = useEffectEvent(see)
  useEffect(() => {
    memory.see = (row) => onSee(row)
    return () => {
      memory.see = undefined
    }
  }, [memory])
}
