import type { PartText } from './open-package.ts'
import { type Attributes, readXml } from './read-xml.ts'

export interface XmlElement {
  name: string
  attributes: Attributes
  children: (XmlElement | string)[]
}

export interface XmlTree {
  root: XmlElement
  /** There is more than was read. */
  isCut: boolean
}

/** A document of hundreds of pages, in as much memory as a phone can spare. */
const MAX_ELEMENTS = 500_000

/** A part as a tree; the beginning of one where it is very long. */
export function readXmlTree(part: PartText, maxElements: number = MAX_ELEMENTS): XmlTree {
  const root: XmlElement = { name: '', attributes: new Map(), children: [] }
  const open = [root]
  let count = 0
  readXml(part, {
    open(name, attributes) {
      count += 1
      if (count > maxElements) return 'stop'
      const element = { name, attributes, children: [] }
      open.at(-1)?.children.push(element)
      open.push(element)
    },
    close() {
      open.pop()
    },
    text(text) {
      open.at(-1)?.children.push(text)
    },
  })
  return { root: elementsOf(root)[0] ?? root, isCut: part.isCut || count > maxElements }
}

export function isElement(node: XmlElement | string): node is XmlElement {
  return typeof node !== 'string'
}

export function elementsOf(element: XmlElement | undefined, name?: string): XmlElement[] {
  return (element?.children ?? []).filter(
    (child): child is XmlElement => isElement(child) && (name === undefined || child.name === name),
  )
}

/** The first one at the end of a path of names. */
export function elementAt(
  element: XmlElement | undefined,
  ...path: readonly string[]
): XmlElement | undefined {
  let found = element
  for (const name of path) {
    found = found?.children.find(
      (child): child is XmlElement => isElement(child) && child.name === name,
    )
  }
  return found
}

/** All of a name, at any depth. */
export function* everyElement(element: XmlElement, name: string): Generator<XmlElement> {
  for (const child of element.children) {
    if (!isElement(child)) continue
    if (child.name === name) yield child
    yield* everyElement(child, name)
  }
}

export function textOf(element: XmlElement | undefined): string {
  return (element?.children ?? [])
    .map((child) => (isElement(child) ? textOf(child) : child))
    .join('')
}
