import { ListCounter } from '../../lists/list-marker.ts'
import { toPixels } from '../../package/odf-length.ts'
import { resolvePart } from '../../package/relationships.ts'
import { safeHref } from '../../package/safe-values.ts'
import {
  elementAt,
  elementsOf,
  everyElement,
  isElement,
  textOf,
  type XmlElement,
} from '../../package/xml-tree.ts'
import type { Block, Look, Run, Table, TableCell } from '../text/document.ts'
import type { DocumentBuilder } from '../text/document-builder.ts'
import { type OdtListLevels, readOdtLevels } from './odt-lists.ts'
import type { OdtStyles } from './odt-styles.ts'

interface Sink {
  add(block: Block): void
  breakPage(): void
}

/** A list that is open, with what it counts. */
interface OpenList extends OdtListLevels {
  style: string
  counter: ListCounter
  depth: number
}

/** The marker that the next paragraph brings, and how far it is indented. */
interface Item {
  marker: string | undefined
  indentPx: number
}

const PASSED_OVER = new Set([
  'office:annotation',
  'office:annotation-end',
  'office:forms',
  'text:tracked-changes',
  'text:sequence-decls',
  'text:variable-decls',
  'text:user-field-decls',
  'text:ruby-text',
  'text:note-citation',
])

export class OdtReader {
  readonly #builder: DocumentBuilder
  readonly #styles: OdtStyles
  readonly #outline: OdtListLevels
  readonly #headings = new ListCounter()
  /** Of lists that may go on after a text between them. */
  readonly #counters = new Map<string, ListCounter>()

  constructor(builder: DocumentBuilder, styles: OdtStyles) {
    this.#builder = builder
    this.#styles = styles
    this.#outline = readOdtLevels(styles.outline)
  }

  readBody(body: XmlElement): void {
    this.#readBlocks(body, this.#builder, undefined, undefined)
  }

  #readInto(parent: XmlElement): Block[] {
    const blocks: Block[] = []
    const sink = { add: (block: Block) => blocks.push(block), breakPage() {} }
    this.#readBlocks(parent, sink, undefined, undefined)
    return blocks
  }

  #readBlocks(
    parent: XmlElement,
    sink: Sink,
    list: OpenList | undefined,
    item: Item | undefined,
  ): void {
    let next = item
    for (const child of elementsOf(parent)) {
      if (this.#builder.isFull) return
      if (PASSED_OVER.has(child.name)) continue
      switch (child.name) {
        case 'text:p':
        case 'text:h':
          this.#readParagraph(child, sink, next)
          // Only the first paragraph of an item has the marker.
          if (next) next = { ...next, marker: undefined }
          break
        case 'text:list':
          this.#readList(child, sink, list)
          break
        case 'table:table':
          if (this.#builder.count()) sink.add(this.#readTable(child))
          break
        case 'draw:frame':
          this.#readParagraph({ ...child, name: 'text:p', children: [child] }, sink, undefined)
          break
        default:
          // Sections, indexes and whatever else is around paragraphs.
          this.#readBlocks(child, sink, list, next)
      }
    }
  }

  #readList(element: XmlElement, sink: Sink, outer: OpenList | undefined): void {
    const list = this.#openList(element, outer)
    for (const child of elementsOf(element)) {
      const isItem = child.name === 'text:list-item'
      if (!isItem && child.name !== 'text:list-header') continue
      const start = child.attributes.get('text:start-value')
      if (start !== undefined) list.counter.restart(list.depth, Number(start) || 1)
      // A list in the list is an item without words of its own, which is not counted.
      const [first] = elementsOf(child)
      const isCounted = isItem && first !== undefined && first.name !== 'text:list'
      const marker = isCounted ? list.counter.next(list.levels, list.depth) : ''
      const indentPx = list.indentsPx[list.depth] ?? 24 * (list.depth + 1)
      this.#readBlocks(child, sink, list, { marker: marker || undefined, indentPx })
    }
  }

  #openList(element: XmlElement, outer: OpenList | undefined): OpenList {
    const { attributes } = element
    const style = attributes.get('text:style-name') ?? outer?.style ?? ''
    const levels = outer && style === outer.style ? outer : readOdtLevels(this.#styles.list(style))
    if (outer) return { ...outer, ...levels, style, depth: Math.min(outer.depth + 1, 9) }
    const continues =
      attributes.get('text:continue-numbering') === 'true' || attributes.has('text:continue-list')
    const counter = (continues && this.#counters.get(style)) || new ListCounter()
    this.#counters.set(style, counter)
    return { ...levels, style, counter, depth: 0 }
  }

  #readParagraph(element: XmlElement, sink: Sink, item: Item | undefined): void {
    const style = this.#styles.find('paragraph', element.attributes.get('text:style-name'))
    const level = Number(element.attributes.get('text:outline-level')) || 1
    const heading = element.name === 'text:h' ? Math.min(Math.max(level, 1), 6) : undefined
    if (style.breaksBefore || style.startsSection) sink.breakPage()
    const line = new LineReader(this.#builder, this.#styles, (parent) => this.#readInto(parent))
    line.read(element, style.look, undefined)
    const numbered =
      heading === undefined || item
        ? undefined
        : this.#headings.next(this.#outline.levels, heading - 1) || undefined
    if (this.#builder.count(line.runs)) {
      sink.add({
        kind: 'paragraph',
        heading,
        align: style.align,
        isRightToLeft: style.isRightToLeft ?? false,
        marker: item?.marker ?? numbered,
        indentPx: Math.min(Math.max(item?.indentPx ?? style.indentPx ?? 0, 0), 480),
        runs: line.runs,
      })
    }
    for (const box of line.boxes) sink.add(box)
    if (style.breaksAfter) sink.breakPage()
  }

  #readTable(table: XmlElement): Table {
    const rows: TableCell[][] = []
    for (const row of rowsOf(table)) {
      if (this.#builder.isFull) break
      rows.push(
        elementsOf(row, 'table:table-cell')
          .filter(() => this.#builder.count())
          .map((cell) => {
            const { attributes } = cell
            const count = (name: string) =>
              Math.min(Math.max(1, Number(attributes.get(name)) || 1), 100)
            const style = this.#styles.find('table-cell', attributes.get('table:style-name'))
            return {
              columnSpan: count('table:number-columns-spanned'),
              rowSpan: count('table:number-rows-spanned'),
              background: style.background,
              blocks: this.#readInto(cell),
            }
          }),
      )
    }
    return { kind: 'table', widths: [], rows }
  }
}

function rowsOf(table: XmlElement): XmlElement[] {
  return elementsOf(table).flatMap((child) => {
    if (child.name === 'table:table-row') return [child]
    return /^table:table-(?:header-rows|rows|row-group)$/.test(child.name) ? rowsOf(child) : []
  })
}

/** The words of one paragraph. */
class LineReader {
  readonly runs: Run[] = []
  /** Text boxes, which are beside the paragraph on paper, and behind it here. */
  readonly boxes: Block[] = []
  readonly #builder: DocumentBuilder
  readonly #styles: OdtStyles
  readonly #readInto: (parent: XmlElement) => Block[]

  constructor(
    builder: DocumentBuilder,
    styles: OdtStyles,
    readInto: (parent: XmlElement) => Block[],
  ) {
    this.#builder = builder
    this.#styles = styles
    this.#readInto = readInto
  }

  read(parent: XmlElement, look: Look, href: string | undefined): void {
    for (const child of parent.children) {
      if (!isElement(child)) {
        this.#addText(this.#collapse(child), look, href)
        continue
      }
      if (PASSED_OVER.has(child.name)) continue
      switch (child.name) {
        case 'text:span': {
          const style = this.#styles.find('text', child.attributes.get('text:style-name'))
          this.read(child, { ...look, ...style.look }, href)
          break
        }
        case 'text:a':
          this.read(child, look, safeHref(child.attributes.get('xlink:href')) ?? href)
          break
        case 'text:s': {
          const count = Math.min(Number(child.attributes.get('text:c') ?? 1) || 1, 1000)
          this.#addText(' '.repeat(Math.max(count, 0)), look, href)
          break
        }
        case 'text:tab':
          this.#addText('\t', look, href)
          break
        case 'text:line-break':
          this.#addText('\n', look, href)
          break
        case 'text:note': {
          const body = elementAt(child, 'text:note-body')
          const number = body && this.#builder.note(() => this.#readInto(body))
          if (number !== undefined) this.runs.push({ kind: 'note', number })
          break
        }
        case 'draw:frame':
          this.#readFrame(child)
          break
        default:
          this.read(child, look, href)
      }
    }
  }

  #readFrame(frame: XmlElement): void {
    const box = elementAt(frame, 'draw:text-box')
    if (box) {
      this.boxes.push(...this.#readInto(box))
      return
    }
    const alt = textOf(elementAt(frame, 'svg:desc') ?? elementAt(frame, 'svg:title'))
    const widthPx = toPixels(frame.attributes.get('svg:width'))
    // Of several forms of the same picture, the first that a browser may know.
    const path = [...everyElement(frame, 'draw:image')]
      .map(({ attributes }) => attributes.get('xlink:href') ?? '')
      .find((href) => href !== '' && !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href))
    const picture = path === undefined ? undefined : this.#builder.picture(resolvePart('', path))
    if (picture !== undefined) this.runs.push({ kind: 'picture', picture, widthPx, alt })
  }

  /** Spaces and line breaks of the file are one space, and none at the beginning. */
  #collapse(text: string): string {
    const collapsed = text.replaceAll(/[ \t\r\n]+/g, ' ')
    const last = this.runs.at(-1)
    const isAfterSpace = last === undefined || (last.kind === 'text' && /[ \n]$/.test(last.text))
    return isAfterSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed
  }

  #addText(text: string, look: Look, href: string | undefined): void {
    if (text === '' || look.isHidden) return
    const last = this.runs.at(-1)
    if (last?.kind === 'text' && last.look === look && last.href === href) last.text += text
    else this.runs.push({ kind: 'text', text, look, href })
  }
}
