import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTexts } from '../../../../i18n/LanguageProvider.tsx'
import { TableGrid } from '../../table/TableGrid.tsx'
import { columnName } from './cell-address.ts'
import { rowCells, toSpansByRow } from './row-cells.ts'
import type { Sheet, Workbook } from './sheet.ts'
import { sheetWidths } from './sheet-widths.ts'

/** A spreadsheet: one sheet, and below it the tabs of all. */
export function SheetsView({
  name,
  workbook: { names, sheet },
  index,
  instead,
  onChoose,
}: {
  name: string
  workbook: Workbook
  /** Which sheet is wanted; it may still be on its way. */
  index: number
  /** What is shown until it is here, or where it will not be. */
  instead: ReactNode
  onChoose: (index: number) => void
}) {
  const t = useTexts()
  const content = instead ?? <SheetTable name={names[index] ?? name} sheet={sheet} />
  if (names.length === 1) return content
  return (
    <Tabs.Root
      value={String(index)}
      onValueChange={(value) => onChoose(Number(value))}
      className="flex min-h-0 flex-1 flex-col"
    >
      {names.map((_name, each) => (
        <Tabs.Content
          // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is its place
          key={each}
          value={String(each)}
          tabIndex={-1}
          className="flex min-h-0 flex-1 flex-col outline-none data-[state=inactive]:hidden"
        >
          {each === index ? content : null}
        </Tabs.Content>
      ))}
      <Tabs.List
        aria-label={t('preview.sheets.label', { name })}
        data-own-keys
        className="flex shrink-0 gap-1 overflow-x-auto border-line border-t bg-sunken px-2 py-1.5"
      >
        {names.map((each, at) => (
          <Tabs.Trigger
            // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is its place
            key={at}
            value={String(at)}
            translate="no"
            className="min-h-8 max-w-48 shrink-0 truncate rounded-[0.625rem] px-3 font-medium text-muted text-sm -outline-offset-2 data-[state=active]:bg-raised data-[state=active]:text-text data-[state=active]:shadow-sm pointer-coarse:min-h-11"
          >
            {each}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
    </Tabs.Root>
  )
}

function SheetTable({ name, sheet }: { name: string; sheet: Sheet }) {
  const t = useTexts()
  const widths = sheetWidths(sheet)
  const spans = toSpansByRow(sheet.spans)
  if (sheet.columnCount === 0) {
    return <p className="m-auto p-6 text-center text-muted">{t('preview.sheets.empty')}</p>
  }
  return (
    <>
      <TableGrid
        label={t('preview.table.label', { name })}
        head={widths.map((_width, column) => columnName(column))}
        headAlign="center"
        rowCount={sheet.rows.length}
        widths={widths}
        cellsOf={(row) => rowCells(sheet, row, widths, spans)}
      />
      <p className="shrink-0 border-t border-line bg-surface px-4 py-2 text-sm text-muted tabular-nums">
        {t('preview.table.size', { rows: sheet.rows.length, columns: sheet.columnCount })}
        {sheet.columnCount > widths.length
          ? ` · ${t('preview.table.columns', { count: widths.length })}`
          : null}
        {sheet.isPart ? <span className="block">{t('preview.office.part')}</span> : null}
      </p>
    </>
  )
}
