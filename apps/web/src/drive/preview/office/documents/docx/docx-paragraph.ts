import type { Relationships } from '../../package/relationships.ts'
import { safeHref } from '../../package/safe-values.ts'
import {
  elementAt,
  elementsOf,
  everyElement,
  textOf,
  type XmlElement,
} from '../../package/xml-tree.ts'
import type { Block, Look, Paragraph, Run } from '../text/document.ts'
import type { DocumentBuilder } from '../text/document-builder.ts'
import type { DocxLists } from './docx-lists.ts'
import { readLook, readParagraphProperties } from './docx-look.ts'
import { type DocxStyle, type DocxStyles, joinStyles } from './docx-styles.ts'

const PX_PER_TWIP = 96 / 1440
const PX_PER_EMU = 96 / 914_400

export interface DocxContext {
  builder: DocumentBuilder
  styles: DocxStyles
  lists: DocxLists
  /** Of the part that is read. */
  relationships: Relationships
  /** Reads the note with this id; undefined in notes themselves. */
  readNote: ((kind: 'footnote' | 'endnote', id: string) => Block[]) | undefined
}

/** Where finished blocks go: into the page, into a cell, into a note. */
export interface Sink {
  add(block: Block): void
  breakPage(): void
}

/** The first choice is what programs of today have written. */
export function chosen(alternate: XmlElement): XmlElement {
  return elementAt(alternate, 'mc:Choice') ?? elementAt(alternate, 'mc:Fallback') ?? alternate
}

/** Removed and moved texts stay in the file until somebody accepts that they are gone. */
const REMOVED = new Set(['w:del', 'w:moveFrom', 'w:pPr', 'w:rPr', 'w:delText', 'w:instrText'])

/** One paragraph, which a page break in it cuts into several. */
export class DocxParagraph {
  readonly #context: DocxContext
  readonly #sink: Sink
  readonly #readBlocks: (parent: XmlElement) => Block[]
  #runs: Run[] = []
  #shape: Omit<Paragraph, 'runs'> | undefined
  #style: DocxStyle | undefined
  /** Text boxes, which are beside the paragraph on paper, and behind it here. */
  readonly #boxes: Block[] = []
  /** The open fields; of each whether its result has begun, and where it leads. */
  readonly #fields: { instruction: string; hasResult: boolean }[] = []

  constructor(context: DocxContext, sink: Sink, readBlocks: (parent: XmlElement) => Block[]) {
    this.#context = context
    this.#sink = sink
    this.#readBlocks = readBlocks
  }

  read(paragraph: XmlElement): void {
    const { styles, lists } = this.#context
    const properties = elementAt(paragraph, 'w:pPr')
    const styleId = elementAt(properties, 'w:pStyle')?.attributes.get('w:val')
    const style = joinStyles(styles.defaultStyle, styles.find(styleId))
    const own = readParagraphProperties(properties)
    const all = { ...style.paragraph, ...own }
    if (all.breaksPage) this.#sink.breakPage()
    const { id, level } = { ...style.paragraph.list, ...own.list }
    const list = id === undefined || id === '0' ? undefined : lists.next(id, level ?? 0)
    const indent = own.indentTwips ?? list?.indentTwips ?? style.paragraph.indentTwips ?? 0
    this.#style = style
    this.#shape = {
      kind: 'paragraph',
      heading: all.heading,
      align: all.align,
      isRightToLeft: all.isRightToLeft ?? false,
      marker: list?.marker || undefined,
      indentPx: Math.min(Math.max(indent * PX_PER_TWIP, 0), 480),
    }
    this.#readInline(paragraph, undefined)
    this.#finish()
    for (const box of this.#boxes) this.#sink.add(box)
  }

  #finish(): void {
    if (!this.#shape || !this.#context.builder.count(this.#runs)) return
    this.#sink.add({ ...this.#shape, runs: this.#runs })
    this.#runs = []
  }

  #breakPage(): void {
    if (this.#runs.length > 0) this.#finish()
    // What follows on the next page is the same item, not another one.
    if (this.#shape) this.#shape = { ...this.#shape, marker: undefined }
    this.#sink.breakPage()
  }

  #readInline(parent: XmlElement, href: string | undefined): void {
    for (const child of elementsOf(parent)) {
      if (REMOVED.has(child.name)) continue
      switch (child.name) {
        case 'w:r':
          this.#readRun(child, href)
          break
        case 'w:hyperlink': {
          const target = this.#context.relationships.get(child.attributes.get('r:id') ?? '')
          this.#readInline(child, target?.isExternal ? safeHref(target.target) : href)
          break
        }
        case 'w:fldSimple':
          this.#readInline(child, fieldHref(child.attributes.get('w:instr') ?? '') ?? href)
          break
        case 'm:oMath':
        case 'm:oMathPara':
          this.#addText(formulaOf(child), { isItalic: true }, undefined)
          break
        case 'mc:AlternateContent':
          this.#readInline(chosen(child), href)
          break
        default:
          this.#readInline(child, href)
      }
    }
  }

  #readRun(run: XmlElement, outerHref: string | undefined): void {
    const properties = elementAt(run, 'w:rPr')
    const styleId = elementAt(properties, 'w:rStyle')?.attributes.get('w:val')
    const look = {
      ...this.#style?.look,
      ...this.#context.styles.find(styleId).look,
      ...readLook(properties),
    }
    if (look.isHidden) return
    const href =
      outerHref ?? this.#fields.map((field) => fieldHref(field.instruction)).find(Boolean)
    this.#readRunContent(run, look, href)
  }

  #readRunContent(run: XmlElement, look: Look, href: string | undefined): void {
    const isInstruction = this.#fields.some(({ hasResult }) => !hasResult)
    for (const child of elementsOf(run)) {
      switch (child.name) {
        case 'w:fldChar':
          this.#readFieldMark(child.attributes.get('w:fldCharType'))
          break
        case 'w:instrText': {
          const field = this.#fields.at(-1)
          if (field) field.instruction = (field.instruction + textOf(child)).slice(0, 3000)
          break
        }
        case 'w:t':
          if (!isInstruction) this.#addText(textOf(child), look, href)
          break
        case 'w:tab':
        case 'w:ptab':
          this.#addText('\t', look, href)
          break
        case 'w:br':
          if (child.attributes.get('w:type') === 'page') this.#breakPage()
          else this.#addText('\n', look, href)
          break
        case 'w:cr':
          this.#addText('\n', look, href)
          break
        case 'w:noBreakHyphen':
          this.#addText('\u2011', look, href)
          break
        case 'w:sym':
          this.#addText(symbolOf(child), look, href)
          break
        case 'w:footnoteReference':
          this.#addNote('footnote', child)
          break
        case 'w:endnoteReference':
          this.#addNote('endnote', child)
          break
        case 'mc:AlternateContent':
          this.#readRunContent(chosen(child), look, href)
          break
        case 'w:drawing':
        case 'w:pict':
        case 'w:object':
          this.#addDrawing(child)
      }
    }
  }

  #readFieldMark(type: string | undefined): void {
    if (type === 'begin') this.#fields.push({ instruction: '', hasResult: false })
    else if (type === 'end') this.#fields.pop()
    else {
      const field = this.#fields.at(-1)
      if (field) field.hasResult = true
    }
  }

  #addText(text: string, look: Look, href: string | undefined): void {
    if (text === '') return
    const last = this.#runs.at(-1)
    // Programs cut texts into many runs that look the same.
    if (last?.kind === 'text' && last.href === href && isSameLook(last.look, look))
      last.text += text
    else this.#runs.push({ kind: 'text', text, look, href })
  }

  #addNote(kind: 'footnote' | 'endnote', reference: XmlElement): void {
    const { builder, readNote } = this.#context
    const id = reference.attributes.get('w:id')
    if (id === undefined || !readNote) return
    const number = builder.note(() => readNote(kind, id))
    if (number !== undefined) this.#runs.push({ kind: 'note', number })
  }

  #addDrawing(drawing: XmlElement): void {
    const { builder, relationships } = this.#context
    const box = [...everyElement(drawing, 'w:txbxContent')][0]
    if (box) {
      this.#boxes.push(...this.#readBlocks(box))
      return
    }
    const width = Number([...everyElement(drawing, 'wp:extent')][0]?.attributes.get('cx'))
    const about = [...everyElement(drawing, 'wp:docPr')][0]?.attributes
    const alt = about?.get('descr') ?? about?.get('title') ?? ''
    const ids = [
      ...[...everyElement(drawing, 'a:blip')].map(({ attributes }) => attributes.get('r:embed')),
      ...[...everyElement(drawing, 'v:imagedata')].map(({ attributes }) => attributes.get('r:id')),
    ]
    for (const id of ids) {
      const target = relationships.get(id ?? '')
      // A picture from elsewhere would tell its owner who looks at the document.
      const picture = target && !target.isExternal ? builder.picture(target.target) : undefined
      if (picture === undefined) continue
      const widthPx = width > 0 ? width * PX_PER_EMU : undefined
      this.#runs.push({ kind: 'picture', picture, widthPx, alt })
    }
  }
}

function isSameLook(one: Look, other: Look): boolean {
  const keys = Object.keys({ ...one, ...other }) as (keyof Look)[]
  return keys.every((key) => one[key] === other[key])
}

/** `HYPERLINK "https://…"` */
function fieldHref(instruction: string): string | undefined {
  return safeHref(/^\s*HYPERLINK\s+"([^"]+)"/i.exec(instruction)?.[1])
}

/** A letter of a font of symbols: those of the common ones, as far as there are such letters. */
function symbolOf({ attributes }: XmlElement): string {
  const code = Number.parseInt(attributes.get('w:char') ?? '', 16)
  if (!(code > 0x1f && code <= 0xffff)) return ''
  return code >= 0xf000 && code < 0xf100 ? '▪' : String.fromCharCode(code)
}

/** The letters of a formula in their order. */
function formulaOf(formula: XmlElement): string {
  return [...everyElement(formula, 'm:t')].map((part) => textOf(part)).join('')
}
