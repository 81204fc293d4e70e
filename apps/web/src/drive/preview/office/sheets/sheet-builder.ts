import { type CellKind, limits, type Sheet } from './sheet.ts'

/** What a range of merged cells covers, from zero. */
export interface CellRange {
  row: number
  column: number
  rowCount: number
  columnCount: number
}

/** Collects the cells of a sheet up to its limits. */
export class SheetBuilder {
  readonly #rows: string[][] = []
  readonly #kinds: CellKind[][] = []
  readonly #widths: (number | undefined)[] = []
  readonly #merged: CellRange[] = []
  #cellCount = 0
  #letterCount = 0
  #columnCount = 0
  #isPart = false
  #isFull = false

  /** Whether the sheet has as much as is shown; there is no use in reading on. */
  get isFull(): boolean {
    return this.#isFull
  }

  add(row: number, column: number, given: string, kind: CellKind): void {
    if (given === '') return
    const text = given.slice(0, limits.cellLetters)
    const isTooMuch =
      this.#cellCount >= limits.cells || this.#letterCount + text.length > limits.letters
    if (row >= limits.rows || isTooMuch) {
      this.#isFull = true
      this.#isPart = true
      return
    }
    this.#columnCount = Math.max(this.#columnCount, column + 1)
    if (column >= limits.columns) return
    this.#cellCount += 1
    this.#letterCount += text.length
    while (this.#rows.length <= row) {
      this.#rows.push([])
      this.#kinds.push([])
    }
    const texts = this.#rows[row] ?? []
    const kinds = this.#kinds[row] ?? []
    while (texts.length <= column) {
      texts.push('')
      kinds.push('t')
    }
    texts[column] = text
    kinds[column] = kind
  }

  setWidths(column: number, columnCount: number, characters: number): void {
    const end = Math.min(column + columnCount, limits.columns)
    for (let each = Math.max(column, 0); each < end; each += 1) this.#widths[each] = characters
  }

  merge(range: CellRange): void {
    if (this.#merged.length < limits.spans) this.#merged.push(range)
  }

  /** There is more in the document than was read. */
  cut(): void {
    this.#isPart = true
  }

  build(): Sheet {
    // Real ranges do not overlap: all of them together cover each cell once.
    let left = limits.cells * 2
    for (const range of this.#merged) left -= this.#clearCovered(range, left)
    const { length } = this.#rows
    return {
      rows: this.#rows,
      kinds: this.#kinds.map((kinds) => kinds.join('')),
      columnCount: this.#columnCount,
      widths: this.#widths,
      spans: this.#merged
        .filter(({ row, column, columnCount }) => {
          return columnCount > 1 && row < length && column < limits.columns
        })
        .map(({ row, column, columnCount }) => ({ row, column, columnCount })),
      isPart: this.#isPart,
    }
  }

  /** What merged cells hide is not shown: the program that wrote the document does not show it either. */
  #clearCovered({ row, column, rowCount, columnCount }: CellRange, most: number): number {
    let looked = 0
    const lastRow = Math.min(row + rowCount, this.#rows.length)
    for (let at = row; at < lastRow && looked < most; at += 1) {
      const texts = this.#rows[at] ?? []
      const end = Math.min(column + columnCount, texts.length)
      for (let each = column; each < end; each += 1) {
        if (at !== row || each !== column) texts[each] = ''
      }
      looked += 1 + Math.max(0, end - column)
    }
    return looked
  }
}
