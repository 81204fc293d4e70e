// biome-ignore-all lint/a11y/useSemanticElements: rows that a virtualizer places cannot be a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the region scrolls as a whole
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { classNames } from '../../../ui/class-names.ts'

const ROW_PX = 32

export interface GridCell {
  column: number
  text: string
  /** How many columns it is wide. */
  span: number
  align: 'start' | 'center' | 'end'
}

/** Rows and columns under a head that stays; only the rows in view exist. */
export function TableGrid({
  label,
  head,
  headAlign = 'start',
  rowCount,
  widths,
  cellsOf,
}: {
  label: string
  head: readonly string[]
  headAlign?: 'start' | 'center'
  rowCount: number
  /** Of each column, in characters. */
  widths: readonly number[]
  cellsOf: (row: number) => readonly GridCell[]
}) {
  // The virtualizer is one object that changes inside; what is read from it must not be remembered.
  'use no memo'
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 20,
  })
  const template = {
    gridTemplateColumns: `3.5rem ${widths.map((width) => `${width}ch`).join(' ')}`,
  }
  return (
    <div
      ref={scroller}
      role="table"
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-colcount={widths.length}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
      tabIndex={0}
      data-own-keys
      className="min-h-0 flex-1 overflow-auto overscroll-contain bg-surface text-sm -outline-offset-2"
    >
      <div role="rowgroup" className="sticky top-0 z-10 w-max min-w-full">
        <div
          role="row"
          aria-rowindex={1}
          className="grid border-b border-line-strong bg-sunken"
          style={template}
        >
          <span role="cell" className="sticky start-0 bg-sunken" />
          {widths.map((_width, column) => (
            // Widths are in characters: a row of another weight would have others.
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              key={column}
              role="columnheader"
              className={classNames(cell, 'font-semibold', aligned[headAlign])}
              title={head[column]}
            >
              {head[column]}
            </span>
          ))}
        </div>
      </div>
      <div
        role="rowgroup"
        className="relative w-max min-w-full"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {/* As wide as its rows are: they are placed, and would not widen it. */}
        <div aria-hidden="true" className="invisible grid h-0 overflow-hidden" style={template} />
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            role="row"
            aria-rowindex={index + 2}
            className="absolute inset-x-0 top-0 grid h-8 border-b border-line"
            style={{ ...template, transform: `translateY(${start}px)` }}
          >
            <span
              role="rowheader"
              className="sticky start-0 border-e border-line bg-surface px-2 py-1.5 text-end text-xs text-muted tabular-nums"
            >
              {index + 1}
            </span>
            {cellsOf(index).map(({ column, text, span, align }) => (
              <span
                key={column}
                role="cell"
                aria-colindex={column + 1}
                aria-colspan={span > 1 ? span : undefined}
                className={classNames(cell, aligned[align])}
                style={span > 1 ? { gridColumn: `span ${span}` } : undefined}
                title={text}
              >
                {text}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

const cell = 'truncate border-e border-line px-2.5 py-1.5 tabular-nums'

const aligned = { start: undefined, center: 'text-center', end: 'text-end' }
