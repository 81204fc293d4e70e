/** A spreadsheet as its reader sees it. */
export interface Workbook {
  kind: 'sheets'
  /** The names of the sheets that are not hidden. */
  names: string[]
  /** Which of them is open. */
  index: number
  sheet: Sheet
}

export interface Sheet {
  /** What the cells say, in the language of the reader. */
  rows: string[][]
  /** What they are, a letter for each cell: an object for each would take longer to send than to read. */
  kinds: string[]
  columnCount: number
  /** In characters, as far as the document says. */
  widths: (number | undefined)[]
  /** Cells that are as wide as several. */
  spans: CellSpan[]
  /** There is more than is shown. */
  isPart: boolean
}

export interface CellSpan {
  row: number
  column: number
  columnCount: number
}

/** Text begins at the start of its cell, numbers and dates end at the end, truths are in the middle. */
export type CellKind = 't' | 'n' | 'b'

/** The language of a person, and the words for what a spreadsheet knows as truths. */
export interface SheetLanguage {
  tag: string
  yes: string
  no: string
}

export const limits = {
  rows: 100_000,
  columns: 200,
  cells: 500_000,
  sheets: 256,
  spans: 20_000,
  /** Of one cell: no spreadsheet takes more. */
  cellLetters: 32_767,
  /** Of all: a text that cells share is sent to the page with each of them. */
  letters: 20_000_000,
}
