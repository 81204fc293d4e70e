import type { OfficePackage } from '../../package/open-package.ts'
import {
  findRelationship,
  type Relationships,
  readRelationships,
} from '../../package/relationships.ts'
import { elementAt, elementsOf, readXmlTree, type XmlElement } from '../../package/xml-tree.ts'
import { type Palette, readPalette } from './pptx-color.ts'
import { type LevelStyle, readLevels } from './pptx-text-style.ts'

/** A slide, or the layout or the master below it. */
export interface Layer {
  root: XmlElement
  relationships: Relationships
}

/** What a slide builds on. */
export interface Base {
  /** From the top down: the slide, its layout, its master. */
  layers: Layer[]
  palette: Palette
  /** Of titles, of bodies, and of all other texts. */
  styles: Record<'title' | 'body' | 'other', LevelStyle[]>
}

/** Reads slides with what they build on; layouts and masters are read once. */
export class LayerReader {
  readonly #office: OfficePackage
  readonly #layers = new Map<string, Promise<Layer | undefined>>()
  readonly #palettes = new Map<Layer, Promise<Palette>>()

  constructor(office: OfficePackage) {
    this.#office = office
  }

  async readBase(path: string): Promise<Base | undefined> {
    const slide = await readLayer(this.#office, path)
    const layout = slide && (await this.#below(slide, 'slideLayout'))
    const master = layout && (await this.#below(layout, 'slideMaster'))
    if (!slide) return undefined
    const palette = master ? await this.#paletteOf(master) : readPalette(undefined, undefined)
    const texts = elementAt(master?.root, 'p:txStyles')
    const stylesOf = (name: string) => readLevels(elementAt(texts, name), palette)
    return {
      layers: [slide, layout, master].filter((layer) => layer !== undefined),
      palette,
      styles: {
        title: stylesOf('p:titleStyle'),
        body: stylesOf('p:bodyStyle'),
        other: stylesOf('p:otherStyle'),
      },
    }
  }

  #below(layer: Layer, kind: string): Promise<Layer | undefined> | undefined {
    const found = findRelationship(layer.relationships, kind)
    if (!found) return undefined
    const known = this.#layers.get(found.target) ?? readLayer(this.#office, found.target)
    this.#layers.set(found.target, known)
    return known
  }

  #paletteOf(master: Layer): Promise<Palette> {
    const known = this.#palettes.get(master) ?? this.#readPalette(master)
    this.#palettes.set(master, known)
    return known
  }

  async #readPalette({ root, relationships }: Layer): Promise<Palette> {
    const theme = findRelationship(relationships, 'theme')
    const part = theme && (await this.#office.text(theme.target))
    return readPalette(part && readXmlTree(part).root, elementAt(root, 'p:clrMap'))
  }
}

async function readLayer(office: OfficePackage, path: string): Promise<Layer | undefined> {
  const part = await office.text(path)
  if (!part) return undefined
  return { root: readXmlTree(part).root, relationships: await readRelationships(office, path) }
}

/** The shapes of a layer. */
export function treeOf({ root }: Layer): XmlElement | undefined {
  return elementAt(root, 'p:cSld', 'p:spTree')
}

/** What a shape fills of the layout, if it does. */
export function placeholderOf(shape: XmlElement): XmlElement | undefined {
  const properties = elementsOf(shape).find(({ name }) => /^p:nv\w+Pr$/.test(name))
  return elementAt(properties, 'p:nvPr', 'p:ph')
}

const TITLES = new Set(['title', 'ctrTitle'])

/** The same place in the layers below: by its number, or by what it is for. */
export function findBelow(placeholder: XmlElement, layers: readonly Layer[]): XmlElement[] {
  const index = placeholder.attributes.get('idx')
  const type = placeholder.attributes.get('type') ?? 'body'
  return layers.flatMap((layer) => {
    const shapes = elementsOf(treeOf(layer), 'p:sp')
    const found =
      shapes.find((shape) => {
        const other = placeholderOf(shape)
        return other && index !== undefined && other.attributes.get('idx') === index
      }) ?? shapes.find((shape) => isSameType(placeholderOf(shape), type))
    return found ? [found] : []
  })
}

function isSameType(placeholder: XmlElement | undefined, type: string): boolean {
  if (!placeholder) return false
  const other = placeholder.attributes.get('type') ?? 'body'
  return (
    other === type ||
    (TITLES.has(other) && TITLES.has(type)) ||
    (other === 'body' && ['subTitle', 'obj'].includes(type))
  )
}

export function isTitle(placeholder: XmlElement | undefined): boolean {
  return TITLES.has(placeholder?.attributes.get('type') ?? '')
}
