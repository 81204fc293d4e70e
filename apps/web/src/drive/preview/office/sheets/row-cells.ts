import type { GridCell } from '../../table/TableGrid.tsx'
import type { CellKind, Sheet } from './sheet.ts'

const aligns: Readonly<Record<CellKind, GridCell['align']>> = { t: 'start', n: 'end', b: 'center' }

/** Merged cells of a sheet by their rows. */
export type SpansByRow = ReadonlyMap<number, ReadonlyMap<number, number>>

export function toSpansByRow(spans: Sheet['spans']): SpansByRow {
  const rows = new Map<number, Map<number, number>>()
  for (const { row, column, columnCount } of spans) {
    const columns = rows.get(row) ?? new Map<number, number>()
    rows.set(row, columns.set(column, columnCount))
  }
  return rows
}

/**
 * The cells of one row as they are drawn: merged ones are wide, and a text that is longer than its column goes on
 * over the empty cells beside it.
 */
export function rowCells(
  sheet: Pick<Sheet, 'rows' | 'kinds'>,
  row: number,
  widths: readonly number[],
  spans: SpansByRow,
): GridCell[] {
  const texts = sheet.rows[row] ?? []
  const kinds = sheet.kinds[row] ?? ''
  const merged = spans.get(row)
  const cells: GridCell[] = []
  for (let column = 0; column < widths.length; ) {
    const text = texts[column] ?? ''
    const kind = (kinds[column] ?? 't') as CellKind
    const span = Math.min(
      merged?.get(column) ?? (kind === 't' ? overflow(text, column) : 1),
      widths.length - column,
    )
    cells.push({ column, text, span, align: aligns[kind] ?? 'start' })
    column += span
  }
  return cells

  function overflow(text: string, column: number): number {
    let room = (widths[column] ?? 0) - PADDING
    let span = 1
    while (
      text.length > room &&
      column + span < widths.length &&
      (texts[column + span] ?? '') === '' &&
      !merged?.has(column + span)
    ) {
      room += widths[column + span] ?? 0
      span += 1
    }
    return span
  }
}

/** Of a cell, in characters. */
const PADDING = 2
