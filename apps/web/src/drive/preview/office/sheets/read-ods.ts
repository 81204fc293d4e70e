import { OfficeProblem } from '../package/office-problem.ts'
import type { OfficePackage } from '../package/open-package.ts'
import { type Attributes, readXml } from '../package/read-xml.ts'
import { createFormat, type ValueFormat } from './format/format-value.ts'
import { type OdsStyles, readOdsStyles } from './ods-styles.ts'
import { durationDays, toSerial } from './serial-date.ts'
import { type CellKind, limits, type SheetLanguage, type Workbook } from './sheet.ts'
import { SheetBuilder } from './sheet-builder.ts'

/** One sheet of a spreadsheet of OpenDocument, and the names of all. */
export async function readOds(
  office: OfficePackage,
  path: string,
  index: number,
  language: SheetLanguage,
): Promise<Workbook> {
  const content = await office.text(path)
  if (!content) throw new OfficeProblem('broken', 'no content')
  const styles = await readOdsStyles(office, content)
  const names: string[] = []
  const builder = new SheetBuilder()
  const sheet = new SheetReader(builder, styles, language)
  let depth = 0
  /** Comments, drawings, and the tables of other documents in them. */
  let passedOver = 0
  let isHidden = false
  if (content.isCut) builder.cut()
  readXml(content, {
    open(name, attributes) {
      if (passedOver > 0 || PASSED_OVER.has(name)) {
        passedOver += 1
        return undefined
      }
      if (name === 'table:table') {
        depth += 1
        if (depth > 1) return undefined
        isHidden = styles.isHidden(attributes.get('table:style-name') ?? '')
        if (isHidden) return undefined
        if (names.length === limits.sheets) return 'stop'
        names.push(attributes.get('table:name') ?? '')
      } else if (isShown()) sheet.open(name, attributes)
      return undefined
    },
    close(name) {
      if (passedOver > 0) passedOver -= 1
      else if (name === 'table:table') depth -= 1
      else if (isShown()) sheet.close(name)
      return undefined
    },
    text(text) {
      if (passedOver === 0 && isShown()) sheet.text(text)
    },
  })
  if (names[index] === undefined) throw new OfficeProblem('broken', 'no sheet')
  return { kind: 'sheets', names, index, sheet: builder.build() }

  function isShown(): boolean {
    return depth === 1 && !isHidden && names.length === index + 1 && !builder.isFull
  }
}

const PASSED_OVER = new Set([
  'office:annotation',
  'office:forms',
  'table:shapes',
  'table:tracked-changes',
  'table:named-expressions',
  'draw:frame',
])

interface OpenCell {
  attributes: Attributes
  text: string
  paragraphs: number
}

/** The rows and cells of one table, each of which may stand for many that are the same. */
class SheetReader {
  readonly #builder: SheetBuilder
  readonly #styles: OdsStyles
  readonly #language: SheetLanguage
  readonly #formats = new Map<string, ValueFormat>()
  readonly #columnStyles: string[] = []
  #columns = 0
  #row = 0
  #column = 0
  #rowStyle = ''
  #rowRepeat = 1
  #cells: { column: number; repeat: number; text: string; kind: CellKind }[] = []
  #cell: OpenCell | undefined

  constructor(builder: SheetBuilder, styles: OdsStyles, language: SheetLanguage) {
    this.#builder = builder
    this.#styles = styles
    this.#language = language
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'table:table-column':
        this.#addColumns(attributes)
        break
      case 'table:table-row':
        this.#rowRepeat = repeatOf(attributes, 'table:number-rows-repeated')
        this.#rowStyle = attributes.get('table:default-cell-style-name') ?? ''
        this.#column = 0
        this.#cells = []
        break
      case 'table:table-cell':
      case 'table:covered-table-cell':
        this.#cell = { attributes, text: '', paragraphs: 0 }
        break
      case 'text:p':
        if (!this.#cell) break
        if (this.#cell.paragraphs > 0) this.#cell.text += '\n'
        this.#cell.paragraphs += 1
        break
      case 'text:s':
        this.text(' '.repeat(Math.min(repeatOf(attributes, 'text:c'), 1000)))
        break
      case 'text:tab':
        this.text('\t')
        break
      case 'text:line-break':
        this.text('\n')
    }
  }

  close(name: string): void {
    if (name === 'table:covered-table-cell' && this.#cell) {
      // Hidden below another one.
      this.#column += repeatOf(this.#cell.attributes, 'table:number-columns-repeated')
      this.#cell = undefined
    } else if (name === 'table:table-cell' && this.#cell) {
      this.#closeCell(this.#cell)
      this.#cell = undefined
    } else if (name === 'table:table-row') this.#closeRow()
  }

  text(text: string): void {
    if (this.#cell && this.#cell.paragraphs > 0) this.#cell.text += text
  }

  #addColumns(attributes: Attributes): void {
    const repeat = repeatOf(attributes, 'table:number-columns-repeated')
    const width = this.#styles.widthOf(attributes.get('table:style-name') ?? '')
    if (width !== undefined) this.#builder.setWidths(this.#columns, repeat, width)
    const style = attributes.get('table:default-cell-style-name') ?? ''
    const end = Math.min(this.#columns + repeat, limits.columns)
    for (let each = this.#columns; each < end; each += 1) this.#columnStyles[each] = style
    this.#columns += repeat
  }

  #closeCell(cell: OpenCell): void {
    const { attributes } = cell
    const repeat = repeatOf(attributes, 'table:number-columns-repeated')
    const column = this.#column
    this.#column += repeat
    const { text, kind } = this.#read(cell, column)
    const columnCount = repeatOf(attributes, 'table:number-columns-spanned')
    const rowCount = repeatOf(attributes, 'table:number-rows-spanned')
    if (columnCount > 1 || rowCount > 1) {
      this.#builder.merge({ row: this.#row, column, rowCount, columnCount })
    }
    if (text !== '') this.#cells.push({ column, repeat, text, kind })
  }

  /** Empty rows and cells are repeated up to the end of the sheet, and full ones as often as somebody likes. */
  #closeRow(): void {
    const rowCount = this.#cells.length === 0 ? 0 : this.#rowRepeat
    for (let row = 0; row < rowCount && !this.#builder.isFull; row += 1) {
      for (const { column, repeat, text, kind } of this.#cells) {
        const end = Math.min(column + repeat, limits.columns + 1)
        for (let each = column; each < Math.max(end, column + 1); each += 1) {
          this.#builder.add(this.#row + row, each, text, kind)
        }
      }
    }
    this.#row += this.#rowRepeat
  }

  #read({ attributes, text }: OpenCell, column: number): { text: string; kind: CellKind } {
    const style =
      attributes.get('table:style-name') ?? (this.#rowStyle || (this.#columnStyles[column] ?? ''))
    const type = attributes.get('office:value-type')
    const written = attributes.get('office:string-value') ?? text
    const number = numberOf(type, attributes)
    if (type === 'boolean') {
      const isTrue = attributes.get('office:boolean-value') === 'true'
      return { text: isTrue ? this.#language.yes : this.#language.no, kind: 'b' }
    }
    if (number === undefined) return { text: written, kind: 't' }
    const code = this.#styles.formatOf(style) || defaults[type ?? '']
    // Without a format, what the program has written is as good.
    if (code === undefined) return { text: written, kind: 'n' }
    return { text: this.#formatOf(code)(number).trim(), kind: 'n' }
  }

  #formatOf(code: string): ValueFormat {
    const format = this.#formats.get(code) ?? createFormat(code, this.#language.tag)
    this.#formats.set(code, format)
    return format
  }
}

const defaults: Readonly<Record<string, string>> = {
  float: 'General',
  percentage: '0.00%',
  date: 'yyyy-mm-dd',
  time: '[h]:mm:ss',
}

function numberOf(type: string | undefined, attributes: Attributes): number | undefined {
  switch (type) {
    case 'float':
    case 'percentage':
    case 'currency': {
      const value = Number(attributes.get('office:value') ?? Number.NaN)
      return Number.isFinite(value) ? value : undefined
    }
    case 'date':
      return toSerial(attributes.get('office:date-value') ?? '')
    case 'time':
      return durationDays(attributes.get('office:time-value') ?? '')
    default:
      return undefined
  }
}

function repeatOf(attributes: Attributes, name: string): number {
  const count = Number(attributes.get(name) ?? 1)
  return Number.isInteger(count) && count > 0 ? Math.min(count, 10_000_000) : 1
}
