import { OfficeProblem } from '../package/office-problem.ts'
import type { OfficePackage, PartText } from '../package/open-package.ts'
import { readXml } from '../package/read-xml.ts'
import { findRelationship, readRelationships } from '../package/relationships.ts'
import { elementAt, elementsOf, readXmlTree } from '../package/xml-tree.ts'
import { parseAddress } from './cell-address.ts'
import { createFormat, type ValueFormat } from './format/format-value.ts'
import { type DateSystem, toSerial } from './serial-date.ts'
import { readSharedStrings, unescapeText } from './shared-strings.ts'
import { type CellKind, limits, type Sheet, type SheetLanguage, type Workbook } from './sheet.ts'
import { SheetBuilder } from './sheet-builder.ts'
import { GENERAL, readCellFormats } from './xlsx-styles.ts'

/** One sheet of a workbook of Office Open XML, and the names of all. */
export async function readXlsx(
  office: OfficePackage,
  path: string,
  index: number,
  language: SheetLanguage,
): Promise<Workbook> {
  const [part, parts] = [await office.text(path), await readRelationships(office, path)]
  if (!part) throw new OfficeProblem('broken', 'no workbook')
  const { root } = readXmlTree(part)
  const sheets = elementsOf(elementAt(root, 'sheets'), 'sheet')
    .map(({ attributes }) => ({
      name: attributes.get('name') ?? '',
      isHidden: (attributes.get('state') ?? 'visible') !== 'visible',
      part: parts.get(attributes.get('r:id') ?? ''),
    }))
    // A sheet may also be one large chart.
    .filter(({ isHidden, part }) => !isHidden && part?.kind === 'worksheet')
    .slice(0, limits.sheets)
  const open = sheets[index]
  const sheetPart = open?.part && (await office.text(open.part.target))
  if (!sheetPart) throw new OfficeProblem('broken', 'no sheet')
  const stringsPath = findRelationship(parts, 'sharedStrings')?.target
  const stylesPath = findRelationship(parts, 'styles')?.target
  const strings = stringsPath === undefined ? undefined : await office.text(stringsPath)
  const styles = stylesPath === undefined ? undefined : await office.text(stylesPath)
  const system = isTrue(elementAt(root, 'workbookPr')?.attributes.get('date1904')) ? 1904 : 1900
  return {
    kind: 'sheets',
    names: sheets.map(({ name }) => name),
    index,
    sheet: readSheet(sheetPart, {
      strings: strings ? readSharedStrings(strings) : [],
      formats: styles ? readCellFormats(styles) : [],
      system,
      language,
    }),
  }
}

interface SheetContext {
  strings: readonly string[]
  formats: readonly string[]
  system: DateSystem
  language: SheetLanguage
}

interface Cell {
  row: number
  column: number
  type: string
  style: number
  value: string
}

function readSheet(part: PartText, context: SheetContext): Sheet {
  const builder = new SheetBuilder()
  const toText = createCellReader(context)
  let row = -1
  let cell: Cell | undefined
  let column = -1
  let isValue = false
  let isReading = false
  if (part.isCut) builder.cut()
  readXml(part, {
    open(name, attributes) {
      switch (name) {
        case 'row':
          row = numberOf(attributes.get('r'), row + 2) - 1
          column = -1
          break
        case 'c': {
          // Some programs leave addresses out: then a cell is beside the one before it.
          const address = parseAddress(attributes.get('r') ?? '')
          column = address?.column ?? column + 1
          cell = {
            row: address?.row ?? row,
            column,
            type: attributes.get('t') ?? 'n',
            style: numberOf(attributes.get('s'), 0),
            value: '',
          }
          break
        }
        case 'v':
        case 't':
          isValue = cell !== undefined
          break
        case 'rPh':
          isReading = true
          break
        case 'col': {
          const from = numberOf(attributes.get('min'), 1) - 1
          const width = numberOf(attributes.get('width'), Number.NaN)
          const columnCount = numberOf(attributes.get('max'), from + 1) - from
          if (width > 0) builder.setWidths(from, columnCount, width)
          break
        }
        case 'mergeCell': {
          const [first, last] = (attributes.get('ref') ?? '').split(':').map(parseAddress)
          if (!first || !last) break
          builder.merge({
            ...first,
            rowCount: last.row - first.row + 1,
            columnCount: last.column - first.column + 1,
          })
        }
      }
      return undefined
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'rPh') isReading = false
      else if (name === 'c' && cell) {
        const { text, kind } = toText(cell)
        builder.add(cell.row, cell.column, text, kind)
        cell = undefined
      }
      // The widths are known by then; ranges of merged cells, which come after the cells, are not.
      return builder.isFull ? 'stop' : undefined
    },
    text(text) {
      if (isValue && !isReading && cell) cell.value += text
    },
  })
  return builder.build()
}

const DATE = 'yyyy-mm-dd'

/** What a cell says. Of a formula that is the result that was saved with it. */
function createCellReader({ strings, formats, system, language }: SheetContext) {
  const made = new Map<string, ValueFormat>()
  const formatOf = (style: number): ValueFormat => {
    const code = formats[style] ?? GENERAL
    const format = made.get(code) ?? createFormat(code, language.tag, system)
    made.set(code, format)
    return format
  }
  return ({ type, style, value }: Cell): { text: string; kind: CellKind } => {
    switch (type) {
      case 's':
        return { text: strings[Number(value)] ?? '', kind: 't' }
      case 'str':
      case 'inlineStr':
        return { text: unescapeText(value), kind: 't' }
      case 'b':
        return { text: isTrue(value) ? language.yes : language.no, kind: 'b' }
      case 'e':
        return { text: value, kind: 'b' }
      case 'd': {
        const serial = toSerial(value)
        const code = formats[style] ?? GENERAL
        const format = createFormat(code === GENERAL ? DATE : code, language.tag)
        return serial === undefined
          ? { text: value, kind: 't' }
          : { text: format(serial), kind: 'n' }
      }
      default: {
        if (value === '') return { text: '', kind: 'n' }
        const number = Number(value)
        return Number.isNaN(number)
          ? { text: value, kind: 't' }
          : { text: formatOf(style)(number).trim(), kind: 'n' }
      }
    }
  }
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

function numberOf(text: string | undefined, otherwise: number): number {
  const number = Number(text ?? Number.NaN)
  return Number.isFinite(number) ? number : otherwise
}
