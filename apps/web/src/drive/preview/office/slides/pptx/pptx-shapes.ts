import type { Relationships } from '../../package/relationships.ts'
import { elementAt, elementsOf, everyElement, type XmlElement } from '../../package/xml-tree.ts'
import type { ShowBuilder } from '../show/show-builder.ts'
import type { Anchor, Shape, ShapeContent, SlideCell } from '../show/slide-show.ts'
import { readColor, readFill } from './pptx-color.ts'
import { type Base, findBelow, isTitle, type Layer, placeholderOf, treeOf } from './pptx-layer.ts'
import { intoGroup, readBox, readRotation, type Scale, WHOLE } from './pptx-place.ts'
import { readSlideText } from './pptx-text.ts'
import { type LevelStyle, readLevels } from './pptx-text-style.ts'

/** The shapes of one slide: first those of its master and its layout that are no places to fill. */
export function readShapes(base: Base, builder: ShowBuilder): Shape[] {
  const [slide, ...below] = base.layers
  if (!slide) return []
  const shown = below.filter((_layer, index) => {
    return base.layers
      .slice(0, index + 1)
      .every(({ root }) => root.attributes.get('showMasterSp') !== '0')
  })
  return [
    ...shown.reverse().flatMap((layer) => readLayerShapes(layer, base, builder, false)),
    ...readLayerShapes(slide, base, builder, true),
  ]
}

function readLayerShapes(
  layer: Layer,
  base: Base,
  builder: ShowBuilder,
  hasPlaceholders: boolean,
): Shape[] {
  const tree = treeOf(layer)
  const reader = new ShapeReader(base, builder, layer.relationships, hasPlaceholders)
  return tree ? reader.readAll(tree, WHOLE) : []
}

class ShapeReader {
  readonly #base: Base
  readonly #builder: ShowBuilder
  readonly #relationships: Relationships
  readonly #hasPlaceholders: boolean

  constructor(
    base: Base,
    builder: ShowBuilder,
    relationships: Relationships,
    hasPlaceholders: boolean,
  ) {
    this.#base = base
    this.#builder = builder
    this.#relationships = relationships
    this.#hasPlaceholders = hasPlaceholders
  }

  readAll(parent: XmlElement, scale: Scale): Shape[] {
    return elementsOf(parent).flatMap((child) => {
      switch (child.name) {
        case 'p:sp':
          return this.#readShape(child, scale)
        case 'p:pic':
          return this.#readPicture(child, scale)
        case 'p:graphicFrame':
          return this.#readFrame(child, scale)
        case 'p:grpSp':
          return this.readAll(child, intoGroup(elementAt(child, 'p:grpSpPr', 'a:xfrm'), scale))
        case 'mc:AlternateContent':
          return this.readAll(elementAt(child, 'mc:Fallback') ?? child, scale)
        default:
          return []
      }
    })
  }

  #readShape(shape: XmlElement, scale: Scale): Shape[] {
    const placeholder = placeholderOf(shape)
    if (placeholder && !this.#hasPlaceholders) return []
    const below = placeholder ? findBelow(placeholder, this.#base.layers.slice(1)) : []
    const properties = [shape, ...below].map((each) => elementAt(each, 'p:spPr'))
    const transforms = properties.map((each) => elementAt(each, 'a:xfrm'))
    // What the layout places is in the measures of the slide, and not of a group.
    const box =
      readBox(transforms[0], scale) ??
      transforms
        .slice(1)
        .map((each) => readBox(each, WHOLE))
        .find((found) => found !== undefined)
    if (!box) return []
    const body = elementAt(shape, 'p:txBody')
    const content = body && this.#readText(shape, body, placeholder, below)
    const form = elementAt(properties[0], 'a:prstGeom')?.attributes.get('prst') ?? 'rect'
    return [
      {
        box,
        rotation: readRotation(transforms[0]),
        ...this.#paintOf(shape, properties[0]),
        form: form === 'ellipse' ? 'ellipse' : form.startsWith('round') ? 'rounded' : 'box',
        content,
      },
    ]
  }

  /** Its own colours, or those that its style takes from the theme. */
  #paintOf(shape: XmlElement, properties: XmlElement | undefined) {
    const { palette } = this.#base
    const style = elementAt(shape, 'p:style')
    const ofStyle = (name: string) => {
      const reference = elementAt(style, name)
      if (!reference || reference.attributes.get('idx') === '0') return undefined
      return readColor(elementsOf(reference)[0], palette)
    }
    const line = elementAt(properties, 'a:ln')
    return {
      fill: elementAt(properties, 'a:noFill')
        ? undefined
        : (readFill(properties, palette) ?? ofStyle('a:fillRef')),
      line: elementAt(line, 'a:noFill')
        ? undefined
        : (readFill(line, palette) ?? ofStyle('a:lnRef')),
    }
  }

  #readText(
    shape: XmlElement,
    body: XmlElement,
    placeholder: XmlElement | undefined,
    below: readonly XmlElement[],
  ): ShapeContent {
    const { styles, palette } = this.#base
    const isHeading = isTitle(placeholder)
    const kind = isHeading ? 'title' : placeholder ? 'body' : 'other'
    const bodies = [body, ...below.flatMap((each) => elementAt(each, 'p:txBody') ?? [])]
    const settings = bodies.map((each) => elementAt(each, 'a:bodyPr'))
    const anchor = settings.map((each) => each?.attributes.get('anchor')).find(Boolean)
    const reduced = Number(
      elementAt(settings[0], 'a:normAutofit')?.attributes.get('fontScale') ?? 100_000,
    )
    const font = elementAt(shape, 'p:style', 'a:fontRef')
    const color = font && readColor(elementsOf(font)[0], palette)
    const fromStyle: LevelStyle[] = Array.from({ length: 9 }, () => (color ? { color } : {}))
    return {
      kind: 'text',
      isTitle: isHeading,
      anchor: anchors.get(anchor ?? '') ?? 'top',
      paragraphs: readSlideText(body, {
        builder: this.#builder,
        relationships: this.#relationships,
        palette,
        inherited: [
          styles[kind],
          ...bodies
            .slice(1)
            .reverse()
            .map((each) => readLevels(elementAt(each, 'a:lstStyle'), palette)),
          fromStyle,
        ],
        scale: reduced > 0 ? Math.min(reduced / 100_000, 1) : 1,
      }),
    }
  }

  #readPicture(picture: XmlElement, scale: Scale): Shape[] {
    const transform = elementAt(picture, 'p:spPr', 'a:xfrm')
    const placeholder = placeholderOf(picture)
    const below = placeholder ? findBelow(placeholder, this.#base.layers.slice(1)) : []
    const box =
      readBox(transform, scale) ??
      below.map((each) => readBox(elementAt(each, 'p:spPr', 'a:xfrm'), WHOLE)).find(Boolean)
    const id = elementAt(picture, 'p:blipFill', 'a:blip')?.attributes.get('r:embed')
    const target = this.#relationships.get(id ?? '')
    const number = target && !target.isExternal ? this.#builder.picture(target.target) : undefined
    if (!box || number === undefined) return []
    const about = elementAt(picture, 'p:nvPicPr', 'p:cNvPr')?.attributes
    return [
      {
        ...PLAIN,
        box,
        rotation: readRotation(transform),
        content: { kind: 'picture', picture: number, alt: about?.get('descr') ?? '' },
      },
    ]
  }

  /** A table; charts and drawings of other programs have a picture of theirs at most. */
  #readFrame(frame: XmlElement, scale: Scale): Shape[] {
    const box = readBox(elementAt(frame, 'p:xfrm'), scale)
    const [table] = everyElement(frame, 'a:tbl')
    if (!box || !table) return []
    const { palette, styles } = this.#base
    const rows = elementsOf(table, 'a:tr').map((row) =>
      elementsOf(row, 'a:tc')
        .filter(({ attributes }) => !attributes.has('hMerge') && !attributes.has('vMerge'))
        .filter(() => this.#builder.count())
        .map((cell): SlideCell => {
          const body = elementAt(cell, 'a:txBody')
          const count = (name: string) =>
            Math.min(Math.max(1, Number(cell.attributes.get(name)) || 1), 100)
          return {
            columnSpan: count('gridSpan'),
            rowSpan: count('rowSpan'),
            fill: readFill(elementAt(cell, 'a:tcPr'), palette),
            paragraphs: body
              ? readSlideText(body, {
                  builder: this.#builder,
                  relationships: this.#relationships,
                  palette,
                  inherited: [styles.other],
                  scale: 1,
                })
              : [],
          }
        }),
    )
    return [{ ...PLAIN, box, rotation: 0, content: { kind: 'table', rows } }]
  }
}

const PLAIN = { fill: undefined, line: undefined, form: 'box' } as const

const anchors = new Map<string, Anchor>([
  ['t', 'top'],
  ['ctr', 'middle'],
  ['b', 'bottom'],
])
