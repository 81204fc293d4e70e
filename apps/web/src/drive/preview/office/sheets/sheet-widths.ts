import { columnWidths } from '../../table/column-widths.ts'
import { limits, type Sheet } from './sheet.ts'

const LEAST = 5
const MOST = 60
/** Of a cell, in characters. */
const PADDING = 3

/** As wide as the document says, else as wide as what is in the column. */
export function sheetWidths({ rows, widths, columnCount }: Sheet): number[] {
  const shown = Math.min(columnCount, limits.columns)
  return columnWidths(rows, shown).map((byContent, column) => {
    const given = widths[column]
    return given === undefined
      ? byContent
      : Math.min(MOST, Math.max(LEAST, Math.round(given + PADDING)))
  })
}
