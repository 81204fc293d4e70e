import type { PartText } from '../../package/open-package.ts'
import { elementAt, elementsOf, readXmlTree, type XmlElement } from '../../package/xml-tree.ts'
import type { Look } from '../text/document.ts'
import { type ParagraphProperties, readLook, readParagraphProperties } from './docx-look.ts'

export interface DocxStyle {
  paragraph: ParagraphProperties
  look: Look
}

export interface DocxStyles {
  /** What is true where nothing else is said. */
  defaultStyle: DocxStyle
  find(id: string | undefined): DocxStyle
}

/** Longer chains of styles that build on each other are made to never end. */
const MAX_PARENTS = 20

const NONE: DocxStyle = { paragraph: {}, look: {} }

export function readDocxStyles(part: PartText | undefined): DocxStyles {
  if (!part) return { defaultStyle: NONE, find: () => NONE }
  const { root } = readXmlTree(part)
  const list = elementsOf(root, 'w:style')
  const byId = new Map(list.map((style) => [style.attributes.get('w:styleId') ?? '', style]))
  const known = new Map<string, DocxStyle>()
  const defaults = elementAt(root, 'w:docDefaults')
  const base: DocxStyle = {
    paragraph: readParagraphProperties(elementAt(defaults, 'w:pPrDefault', 'w:pPr')),
    look: readLook(elementAt(defaults, 'w:rPrDefault', 'w:rPr')),
  }
  const normal = list.find(
    ({ attributes }) =>
      attributes.get('w:type') === 'paragraph' &&
      ['1', 'true'].includes(attributes.get('w:default') ?? ''),
  )
  return {
    defaultStyle: joinStyles(base, find(normal?.attributes.get('w:styleId'))),
    find,
  }

  function find(id: string | undefined, parents = 0): DocxStyle {
    if (id === undefined || parents > MAX_PARENTS) return NONE
    const style = byId.get(id)
    if (!style) return NONE
    const before = known.get(id)
    if (before) return before
    const parent = elementAt(style, 'w:basedOn')?.attributes.get('w:val')
    const resolved = joinStyles(find(parent, parents + 1), readStyle(style))
    known.set(id, resolved)
    return resolved
  }
}

function readStyle(style: XmlElement): DocxStyle {
  const name = elementAt(style, 'w:name')?.attributes.get('w:val')?.toLowerCase() ?? ''
  const level = /^heading ([1-9])$/.exec(name)?.[1]
  const heading =
    name === 'title' ? 1 : level === undefined ? undefined : Math.min(Number(level), 6)
  return {
    paragraph: {
      ...(heading === undefined ? {} : { heading }),
      ...readParagraphProperties(elementAt(style, 'w:pPr')),
    },
    look: readLook(elementAt(style, 'w:rPr')),
  }
}

/** What the second says counts. */
export function joinStyles(first: DocxStyle, second: DocxStyle): DocxStyle {
  return {
    paragraph: { ...first.paragraph, ...second.paragraph },
    look: { ...first.look, ...second.look },
  }
}
