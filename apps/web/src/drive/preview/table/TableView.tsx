// biome-ignore-all lint/a11y/useSemanticElements: rows that a virtualizer places cannot be a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the region scrolls as a whole
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { extensionOf } from '../preview-kind.ts'
import type { PreviewedText } from '../preview-queries.ts'
import { columnWidths } from './column-widths.ts'
import { parseTable } from './parse-table.ts'

const ROW_PX = 32
const MAX_COLUMNS = 200

/** Comma separated values as the table that they mean; only the rows in view exist. */
export function TableView({ file, text }: PreviewedText) {
  const isTabbed = ['tsv', 'tab'].includes(extensionOf(file.name))
  const { rows, columnCount } = parseTable(text, isTabbed ? '\t' : undefined)
  const [head = [], ...body] = rows
  const shownColumns = Math.min(columnCount, MAX_COLUMNS)
  const t = useTexts()
  return (
    <>
      <Grid
        label={t('preview.table.label', { name: file.name })}
        head={head}
        body={body}
        columnCount={shownColumns}
        widths={columnWidths(rows, shownColumns)}
      />
      <p className="shrink-0 border-t border-line bg-surface px-4 py-2 text-sm text-muted tabular-nums">
        {t('preview.table.size', { rows: body.length, columns: columnCount })}
        {columnCount > shownColumns
          ? ` · ${t('preview.table.columns', { count: shownColumns })}`
          : null}
      </p>
    </>
  )
}

function Grid({
  label,
  head,
  body,
  columnCount,
  widths,
}: {
  label: string
  head: readonly string[]
  body: readonly (readonly string[])[]
  columnCount: number
  widths: readonly number[]
}) {
  // The virtualizer is one object that changes inside; what is read from it must not be remembered.
  'use no memo'
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: body.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 20,
  })
  const columns = Array.from({ length: columnCount }, (_, column) => column)
  const template = {
    gridTemplateColumns: `3.5rem ${widths.map((width) => `${width}ch`).join(' ')}`,
  }
  return (
    <div
      ref={scroller}
      role="table"
      aria-label={label}
      aria-rowcount={body.length + 1}
      aria-colcount={columnCount}
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
          {columns.map((column) => (
            // Widths are in characters: a row of another weight would have others.
            <span
              key={column}
              role="columnheader"
              className={`${cell} font-semibold`}
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
            {columns.map((column) => (
              <span key={column} role="cell" className={cell} title={body[index]?.[column]}>
                {body[index]?.[column]}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

const cell = 'truncate border-e border-line px-2.5 py-1.5 tabular-nums'
