import type { OdtStyle, OdtStyles } from '../../documents/odt/odt-styles.ts'
import { toPixels } from '../../package/odf-length.ts'
import { resolvePart } from '../../package/relationships.ts'
import { elementAt, elementsOf, textOf, type XmlElement } from '../../package/xml-tree.ts'
import type { ShowBuilder } from '../show/show-builder.ts'
import type { Anchor, Box, Shape, ShapeContent } from '../show/slide-show.ts'
import { OdpText } from './odp-text.ts'

const PT_PER_PX = 0.75

/** The shapes of a page, or of the master below it, whose places to fill are not shown. */
export function readOdpShapes(
  parent: XmlElement,
  styles: OdtStyles,
  builder: ShowBuilder,
  isMaster: boolean,
): Shape[] {
  return elementsOf(parent).flatMap((child): Shape[] => {
    const { name, attributes } = child
    if (name === 'draw:g') return readOdpShapes(child, styles, builder, isMaster)
    const form = forms.get(name)
    const presentation = attributes.get('presentation:class')
    if (form === undefined || (isMaster && presentation !== undefined)) return []
    if (attributes.get('presentation:placeholder') === 'true') return []
    const box = readBox(child)
    if (!box) return []
    const styleName = attributes.get('presentation:style-name')
    const family = styleName === undefined ? 'graphic' : 'presentation'
    const ownName = styleName ?? attributes.get('draw:style-name')
    const style = styles.find(family, ownName)
    const text = new OdpText(builder, styles, (depth) => {
      return depth === 0 ? style : outlineStyle(styles, ownName, depth, style)
    })
    return [
      {
        box,
        rotation: 0,
        fill: paint(style.fill),
        line: paint(style.line),
        form,
        content: readContent(child, builder, text, { style, isTitle: presentation === 'title' }),
      },
    ]
  })
}

const forms = new Map<string, Shape['form']>([
  ['draw:frame', 'box'],
  ['draw:custom-shape', 'box'],
  ['draw:rect', 'box'],
  ['draw:ellipse', 'ellipse'],
  ['draw:circle', 'ellipse'],
])

function paint(color: string | undefined): string | undefined {
  return color === 'none' ? undefined : color
}

/** Deeper levels of an outline have styles of their own beside that of the first. */
function outlineStyle(
  styles: OdtStyles,
  name: string | undefined,
  depth: number,
  style: OdtStyle,
): OdtStyle {
  const first = [name, styles.parentOf('presentation', name)].find((each) =>
    each?.endsWith('-outline1'),
  )
  if (first === undefined) return style
  const level = styles.find('presentation', first.replace(/1$/, String(depth + 1)))
  return { ...style, ...level, look: { ...style.look, ...level.look } }
}

function readContent(
  shape: XmlElement,
  builder: ShowBuilder,
  text: OdpText,
  { style, isTitle }: { style: OdtStyle; isTitle: boolean },
): ShapeContent | undefined {
  const table = elementAt(shape, 'table:table')
  if (table) {
    const rows = elementsOf(table, 'table:table-row').map((row) =>
      elementsOf(row, 'table:table-cell')
        .filter(() => builder.count())
        .map((cell) => ({
          columnSpan: spanOf(cell, 'table:number-columns-spanned'),
          rowSpan: spanOf(cell, 'table:number-rows-spanned'),
          fill: undefined,
          paragraphs: text.read(cell),
        })),
    )
    return { kind: 'table', rows }
  }
  const path = elementsOf(shape, 'draw:image')
    .map(({ attributes }) => attributes.get('xlink:href') ?? '')
    // A picture from elsewhere would tell its owner who looks at the slides.
    .find((href) => href !== '' && !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href))
  const picture = path === undefined ? undefined : builder.picture(resolvePart('', path))
  if (picture !== undefined) {
    const alt = textOf(elementAt(shape, 'svg:desc') ?? elementAt(shape, 'svg:title'))
    return { kind: 'picture', picture, alt }
  }
  const paragraphs = text.read(elementAt(shape, 'draw:text-box') ?? shape)
  return paragraphs.length === 0
    ? undefined
    : { kind: 'text', isTitle, anchor: anchors.get(style.anchor ?? '') ?? 'top', paragraphs }
}

const anchors = new Map<string, Anchor>([
  ['middle', 'middle'],
  ['bottom', 'bottom'],
])

function spanOf(cell: XmlElement, name: string): number {
  return Math.min(Math.max(1, Number(cell.attributes.get(name)) || 1), 100)
}

/** Where a shape is; a turned one says it in its transformation. */
function readBox({ attributes }: XmlElement): Box | undefined {
  const moved = /translate\s*\(([^\s)]+)\s+([^\s)]+)\)/.exec(attributes.get('draw:transform') ?? '')
  const x = toPixels(attributes.get('svg:x') ?? moved?.[1])
  const y = toPixels(attributes.get('svg:y') ?? moved?.[2])
  const width = toPixels(attributes.get('svg:width'))
  const height = toPixels(attributes.get('svg:height')) ?? 0
  if (x === undefined || y === undefined || width === undefined) return undefined
  return {
    x: x * PT_PER_PX,
    y: y * PT_PER_PX,
    width: width * PT_PER_PX,
    height: height * PT_PER_PX,
  }
}
