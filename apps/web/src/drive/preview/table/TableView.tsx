import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { extensionOf } from '../preview-kind.ts'
import type { PreviewedText } from '../preview-queries.ts'
import { columnWidths } from './column-widths.ts'
import { parseTable } from './parse-table.ts'
import { TableGrid } from './TableGrid.tsx'

const MAX_COLUMNS = 200

/** Comma separated values as the table that they mean. */
export function TableView({ file, text }: PreviewedText) {
  const isTabbed = ['tsv', 'tab'].includes(extensionOf(file.name))
  const { rows, columnCount } = parseTable(text, isTabbed ? '\t' : undefined)
  const [head = [], ...body] = rows
  const shownColumns = Math.min(columnCount, MAX_COLUMNS)
  const columns = Array.from({ length: shownColumns }, (_, column) => column)
  const t = useTexts()
  return (
    <>
      <TableGrid
        label={t('preview.table.label', { name: file.name })}
        head={head}
        rowCount={body.length}
        widths={columnWidths(rows, shownColumns)}
        cellsOf={(row) =>
          columns.map((column) => ({
            column,
            text: body[row]?.[column] ?? '',
            span: 1,
            align: 'start',
          }))
        }
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
