import { toPixels } from '../../package/odf-length.ts'
import type { Attributes } from '../../package/read-xml.ts'
import { safeColor } from '../../package/safe-values.ts'
import { elementAt, elementsOf, type XmlElement } from '../../package/xml-tree.ts'
import type { Look, Paragraph } from '../text/document.ts'

export interface OdtStyle {
  look: Look
  align?: NonNullable<Paragraph['align']>
  isRightToLeft?: boolean
  indentPx?: number
  breaksBefore?: boolean
  /** Another kind of page begins here; of its own style only. */
  startsSection?: boolean
  breaksAfter?: boolean
  listStyle?: string
  background?: string
  /** Of a shape; `none` takes away what the style before it has. */
  fill?: string
  line?: string
  anchor?: string
}

export type OdtFamily = 'paragraph' | 'text' | 'table-cell' | 'graphic' | 'presentation'

export interface OdtStyles {
  find(family: OdtFamily, name: string | undefined): OdtStyle
  /** The style on which another one builds. */
  parentOf(family: OdtFamily, name: string | undefined): string | undefined
  /** The properties of a page of slides. */
  page(name: string | undefined): Attributes | undefined
  list(name: string | undefined): XmlElement | undefined
  /** How headings are numbered. */
  outline: XmlElement | undefined
  paper: { widthPx: number; marginPx: number }
}

/** Longer chains of styles that build on each other are made to never end. */
const MAX_PARENTS = 20

/** Of both parts that have styles; the document's own come last. */
export function readOdtStyles(roots: readonly XmlElement[]): OdtStyles {
  const groups = roots.flatMap((root) => [
    ...elementsOf(root, 'office:styles'),
    ...elementsOf(root, 'office:automatic-styles'),
  ])
  const all = groups.flatMap((group) => elementsOf(group))
  const keyOf = ({ attributes }: XmlElement) =>
    `${attributes.get('style:family')} ${attributes.get('style:name')}`
  const named = new Map(
    all.filter(({ name }) => name === 'style:style').map((style) => [keyOf(style), style]),
  )
  const lists = new Map(
    all
      .filter(({ name }) => name === 'text:list-style')
      .map((list) => [list.attributes.get('style:name') ?? '', list]),
  )
  const defaultStyle = all.find(
    ({ name, attributes }) =>
      name === 'style:default-style' && attributes.get('style:family') === 'paragraph',
  )
  const base = defaultStyle ? readStyle(defaultStyle) : { look: {} }
  const known = new Map<string, OdtStyle>()
  return {
    find: (family, name) => resolve(family, name, 0),
    parentOf: (family, name) =>
      named.get(`${family} ${name}`)?.attributes.get('style:parent-style-name'),
    page: (name) =>
      elementAt(named.get(`drawing-page ${name}`), 'style:drawing-page-properties')?.attributes,
    list: (name) => lists.get(name ?? ''),
    outline: all.find(({ name }) => name === 'text:outline-style'),
    paper: readPaper(roots, all),
  }

  function resolve(family: OdtFamily, name: string | undefined, parents: number): OdtStyle {
    const start = family === 'paragraph' ? base : { look: {} }
    if (name === undefined || parents > MAX_PARENTS) return start
    const key = `${family} ${name}`
    const before = known.get(key)
    if (before) return before
    const style = named.get(key)
    if (!style) return start
    const parent = resolve(family, style.attributes.get('style:parent-style-name'), parents + 1)
    const { startsSection: _starts, ...inherited } = parent
    const own = readStyle(style, parent.look.sizePt)
    const resolved = { ...inherited, ...own, look: { ...parent.look, ...own.look } }
    known.set(key, resolved)
    return resolved
  }
}

function readStyle(style: XmlElement, parentSizePt?: number): OdtStyle {
  const text = elementAt(style, 'style:text-properties')
  const paragraph = elementAt(style, 'style:paragraph-properties')?.attributes
  const cell = elementAt(style, 'style:table-cell-properties')?.attributes
  const align = aligns.get(paragraph?.get('fo:text-align') ?? '')
  const indentPx = toPixels(paragraph?.get('fo:margin-left'))
  const background = safeColor(cell?.get('fo:background-color'))
  const shape = elementAt(style, 'style:graphic-properties')?.attributes
  const anchor = shape?.get('draw:textarea-vertical-align')
  const listStyle = style.attributes.get('style:list-style-name')
  const master = style.attributes.get('style:master-page-name') ?? ''
  return {
    look: text ? readLook(text, parentSizePt) : {},
    ...(align === undefined ? {} : { align }),
    ...(indentPx === undefined ? {} : { indentPx }),
    ...(background === undefined ? {} : { background }),
    ...paintOf('fill', shape?.get('draw:fill'), shape?.get('draw:fill-color')),
    ...paintOf('line', shape?.get('draw:stroke'), shape?.get('svg:stroke-color')),
    ...(anchor === undefined ? {} : { anchor }),
    ...(listStyle ? { listStyle } : {}),
    ...(paragraph?.get('style:writing-mode')?.startsWith('rl') ? { isRightToLeft: true } : {}),
    ...(paragraph?.get('fo:break-before') === 'page' ? { breaksBefore: true } : {}),
    ...(master !== '' ? { startsSection: true } : {}),
    ...(paragraph?.get('fo:break-after') === 'page' ? { breaksAfter: true } : {}),
  }
}

/** Whether there is a colour at all is said apart from which one it is. */
function paintOf(key: 'fill' | 'line', kind: string | undefined, color: string | undefined) {
  if (kind === 'none') return { [key]: 'none' }
  const safe = safeColor(color)
  return safe === undefined ? {} : { [key]: safe }
}

const aligns = new Map<string, NonNullable<Paragraph['align']>>([
  ['start', 'start'],
  ['left', 'start'],
  ['center', 'center'],
  ['end', 'end'],
  ['right', 'end'],
  ['justify', 'justify'],
])

function readLook({ attributes }: XmlElement, parentSizePt = 12): Look {
  const look: Look = {}
  const weight = attributes.get('fo:font-weight')
  if (weight !== undefined) look.isBold = weight === 'bold' || Number(weight) >= 600
  const slant = attributes.get('fo:font-style')
  if (slant !== undefined) look.isItalic = slant !== 'normal'
  const under = attributes.get('style:text-underline-style')
  if (under !== undefined) look.isUnderlined = under !== 'none'
  const through = attributes.get('style:text-line-through-style')
  if (through !== undefined) look.isStruck = through !== 'none'
  const position = attributes.get('style:text-position')
  if (position !== undefined) look.script = scriptOf(position)
  const color = safeColor(attributes.get('fo:color'))
  if (color !== undefined) look.color = color
  const background = safeColor(attributes.get('fo:background-color'))
  if (background !== undefined) look.background = background
  if (attributes.get('text:display') === 'none') look.isHidden = true
  if (attributes.get('fo:text-transform') === 'uppercase') look.isCapitals = true
  const size = /^(\d{1,4}(?:\.\d+)?)(pt|%)$/.exec(attributes.get('fo:font-size') ?? '')
  if (size) {
    const sizePt = size[2] === '%' ? (parentSizePt * Number(size[1])) / 100 : Number(size[1])
    if (sizePt >= 1 && sizePt <= 400) look.sizePt = sizePt
  }
  if (/mono|courier/i.test(attributes.get('style:font-name') ?? '')) look.isMonospaced = true
  return look
}

/** `super 58%`, or how far above the line. */
function scriptOf(position: string): NonNullable<Look['script']> {
  const [place = ''] = position.split(' ')
  if (place === 'super' || Number.parseFloat(place) > 0) return 'super'
  return place === 'sub' || Number.parseFloat(place) < 0 ? 'sub' : 'none'
}

function readPaper(roots: readonly XmlElement[], all: readonly XmlElement[]) {
  const masters = roots.flatMap((root) =>
    elementsOf(elementAt(root, 'office:master-styles'), 'style:master-page'),
  )
  const master =
    masters.find(({ attributes }) => attributes.get('style:name') === 'Standard') ?? masters[0]
  const layout = all.find(
    ({ name, attributes }) =>
      name === 'style:page-layout' &&
      attributes.get('style:name') === master?.attributes.get('style:page-layout-name'),
  )
  const properties = elementAt(layout, 'style:page-layout-properties')?.attributes
  const widthPx = toPixels(properties?.get('fo:page-width')) ?? 794
  const marginPx = toPixels(properties?.get('fo:margin-left') ?? properties?.get('fo:margin')) ?? 76
  return {
    widthPx: Math.min(Math.max(widthPx, 240), 2000),
    marginPx: Math.min(Math.max(marginPx, 8), 200),
  }
}
