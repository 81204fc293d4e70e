import { safeColor } from '../../package/safe-values.ts'
import { elementAt, elementsOf, type XmlElement } from '../../package/xml-tree.ts'
import type { Block, Table, TableCell } from '../text/document.ts'

/** A table; cells that go on in the rows below are one. */
export function readDocxTable(
  table: XmlElement,
  readCell: (cell: XmlElement) => Block[] | undefined,
): Table {
  const columns = elementsOf(elementAt(table, 'w:tblGrid'), 'w:gridCol').map(({ attributes }) =>
    Math.max(0, Number(attributes.get('w:w')) || 0),
  )
  const all = columns.reduce((sum, width) => sum + width, 0)
  const rows: TableCell[][] = []
  /** The cells that may go on in the row below, by their columns. */
  let above = new Map<number, TableCell>()
  for (const row of rowsOf(table)) {
    const cells: TableCell[] = []
    const below = new Map<number, TableCell>()
    let column = 0
    for (const cell of cellsOf(row)) {
      const properties = elementAt(cell, 'w:tcPr')
      const settingOf = (name: string) => elementAt(properties, name)?.attributes.get('w:val')
      const columnSpan = Math.min(Math.max(1, Number(settingOf('w:gridSpan')) || 1), 100)
      const merge = elementAt(properties, 'w:vMerge')
      const upper = above.get(column)
      if (merge && merge.attributes.get('w:val') !== 'restart' && upper) {
        upper.rowSpan += 1
        below.set(column, upper)
      } else {
        const blocks = readCell(cell)
        // There is no room for more.
        if (!blocks) return { kind: 'table', widths: [], rows: [...rows, cells] }
        const fill = elementAt(properties, 'w:shd')?.attributes.get('w:fill')
        const read: TableCell = {
          columnSpan,
          rowSpan: 1,
          background: safeColor(fill),
          blocks,
        }
        cells.push(read)
        if (merge) below.set(column, read)
      }
      column += columnSpan
    }
    above = below
    rows.push(cells)
  }
  return { kind: 'table', widths: all > 0 ? columns.map((width) => width / all) : [], rows }
}

function rowsOf(table: XmlElement): XmlElement[] {
  return elementsOf(table).flatMap((child) =>
    child.name === 'w:tr' ? [child] : child.name === 'w:sdt' ? contentOf(child, 'w:tr') : [],
  )
}

function cellsOf(row: XmlElement): XmlElement[] {
  return elementsOf(row).flatMap((child) =>
    child.name === 'w:tc' ? [child] : child.name === 'w:sdt' ? contentOf(child, 'w:tc') : [],
  )
}

function contentOf(control: XmlElement, name: string): XmlElement[] {
  return elementsOf(elementAt(control, 'w:sdtContent'), name)
}
