import { ServiceError } from '@awan/protocol/errors'
import { SaxesParser } from 'saxes'

/** An element with its namespaces resolved; comments and processing instructions are not part of it. */
export interface XmlElement {
  namespace: string
  name: string
  /** As it was written, for elements that are given back. */
  prefix: string
  attributes: XmlAttribute[]
  /** The language that holds here, wherever it was said. */
  lang: string | undefined
  children: (XmlElement | string)[]
}

export interface XmlAttribute {
  namespace: string
  prefix: string
  name: string
  value: string
}

const MAX_DEPTH = 64
const MAX_ELEMENTS = 20_000
const MAX_ATTRIBUTES = 50
/** Of what an element says once and what is then written down again for each element in it. */
const MAX_NAMESPACE_LENGTH = 1_000
const MAX_NAME_LENGTH = 255
const XML = 'http://www.w3.org/XML/1998/namespace'
const XMLNS = 'http://www.w3.org/2000/xmlns/'

/**
 * Reads a small XML document (RFC 4918, 8.2). A document type is refused: it is good for nothing here, and for
 * reading files and growing without end elsewhere.
 */
export function readXml(bytes: Uint8Array): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: false } as const)
  const open: XmlElement[] = []
  let top: XmlElement | undefined
  let elements = 0

  parser.on('error', (cause) => {
    throw notXml(cause.message)
  })
  parser.on('doctype', () => {
    throw notXml('it has a DOCTYPE, which is not allowed')
  })
  parser.on('opentag', ({ uri, local, prefix, attributes }) => {
    if (open.length >= MAX_DEPTH) throw notXml(`its elements are more than ${MAX_DEPTH} deep`)
    if (++elements > MAX_ELEMENTS) throw notXml(`it has more than ${MAX_ELEMENTS} elements`)
    const above = open.at(-1)
    const all = Object.values(attributes)
    if (all.length > MAX_ATTRIBUTES)
      throw notXml(`an element has more than ${MAX_ATTRIBUTES} attributes`)
    requireShort({ uri, local, prefix })
    for (const attribute of all) requireShort(attribute)
    const element: XmlElement = {
      namespace: uri,
      name: local,
      prefix,
      attributes: all
        .filter((attribute) => attribute.uri !== XMLNS && attribute.name !== 'xmlns')
        .map((attribute) => ({
          namespace: attribute.uri,
          prefix: attribute.prefix,
          name: attribute.local,
          value: attribute.value,
        })),
      lang: all.find((one) => one.uri === XML && one.local === 'lang')?.value ?? above?.lang,
      children: [],
    }
    // Namespaces in XML 1.0, 2.3: only the default namespace can be taken back.
    const undeclared = all.find(({ prefix, value }) => prefix === 'xmlns' && value === '')
    if (undeclared) throw notXml(`the prefix ${undeclared.local} is declared without a namespace`)
    if (above) above.children.push(element)
    else top = element
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  const addText = (text: string) => void open.at(-1)?.children.push(text)
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(decode(bytes)).close()
  if (!top) throw notXml('it is empty')
  return top
}

interface Named {
  uri: string
  local: string
  prefix: string
}

function requireShort({ uri, local, prefix, value = '' }: Named & { value?: string }): void {
  if (local.length > MAX_NAME_LENGTH || prefix.length > MAX_NAME_LENGTH) {
    throw notXml(`a name or a prefix is longer than ${MAX_NAME_LENGTH} characters`)
  }
  if (uri.length > MAX_NAMESPACE_LENGTH) {
    throw notXml(`a namespace is longer than ${MAX_NAMESPACE_LENGTH} characters`)
  }
  // It holds for all elements below, and is written down with each that stands by itself.
  if (uri === XML && local === 'lang' && value.length > MAX_NAME_LENGTH) {
    throw notXml(`a language is longer than ${MAX_NAME_LENGTH} characters`)
  }
}

/** UTF-8 unless its first bytes say otherwise. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  const encoding =
    first === 0xfe && second === 0xff
      ? 'utf-16be'
      : first === 0xff && second === 0xfe
        ? 'utf-16le'
        : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw notXml('it is neither UTF-8 nor UTF-16')
  }
}

function notXml(why: string): ServiceError {
  return new ServiceError('invalid_argument', {
    description: `the body is not the XML that this call reads: ${why.slice(0, 200)}`,
  })
}

/** The first child element of a name in the namespace of WebDAV. */
export function davChild(element: XmlElement, name: string): XmlElement | undefined {
  return elementsOf(element).find((child) => isDav(child, name))
}

export function elementsOf({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => typeof child !== 'string')
}

export function isDav({ namespace, name }: XmlElement, wanted: string): boolean {
  return namespace === 'DAV:' && name === wanted
}

/** All of its text, without its elements. */
export function textOf({ children }: XmlElement): string {
  return children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')
}
