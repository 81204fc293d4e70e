import { ServiceError } from '@awan/protocol/errors'
import type { XmlElement } from './read-xml.ts'

export const XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'
export const XML_TYPE = 'application/xml; charset=utf-8'

/** As text of an element or as value of an attribute. What XML cannot hold is left out. */
export function escapeXml(text: string): string {
  if (PLAIN.test(text)) return text
  const writable = PRINTABLE.test(text) ? text : text.toWellFormed().replace(UNWRITABLE, '')
  return writable.replace(/[&<>"\r\n\t]/g, (char) => ESCAPES[char] ?? char)
}

/** Most texts: nothing in them needs a second look. */
const PLAIN = /^[ !#-%'-;=?-~]*$/
/** XML can hold all of it. */
const PRINTABLE = /^[ -~]*$/

// Line breaks would be read as others than they are written.
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
}

/** Control characters, and what is no character. */
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/**
 * An element as text that is good wherever it is put: it declares every namespace that it needs, under the prefixes
 * that it came with, because clients have been seen to compare those too. A namespace that was declared once above it
 * may be needed at each of its elements, so that the text can be many times as long as what was read: it is given up
 * as soon as it is longer than `maxLength`.
 */
export function toXml(element: XmlElement, maxLength: number): string {
  const writer = createWriter(maxLength)
  writer.write(element, element.lang)
  return writer.text()
}

/** What is in an element. */
export function contentToXml(element: XmlElement, maxLength: number): string {
  const writer = createWriter(maxLength)
  for (const child of element.children) {
    if (typeof child === 'string') writer.add(escapeXml(child))
    else writer.write(child, child.lang)
  }
  return writer.text()
}

export class XmlTooLong extends ServiceError {
  constructor(maxLength: number) {
    super('invalid_argument', {
      description: `an element of the body is longer than ${maxLength} characters when it is written down by itself`,
      status: 413,
    })
  }
}

const XML = 'http://www.w3.org/XML/1998/namespace'

function createWriter(maxLength: number) {
  const pieces: string[] = []
  let left = maxLength
  /** What the prefixes stand for at the element that is being written. */
  const known = new Map([['xml', XML]])

  function add(piece: string) {
    left -= piece.length
    if (left < 0) throw new XmlTooLong(maxLength)
    pieces.push(piece)
  }

  function write({ namespace, name, prefix, attributes, children }: XmlElement, lang?: string) {
    // Taken back after the element: a map of its own for each would be a copy of all above it.
    const before: [string, string | undefined][] = []
    const declare = (forPrefix: string, uri: string) => {
      const held = known.get(forPrefix)
      if ((held ?? '') === uri) return
      before.push([forPrefix, held])
      known.set(forPrefix, uri)
      add(` xmlns${forPrefix === '' ? '' : `:${forPrefix}`}="${escapeXml(uri)}"`)
    }
    const tag = prefix === '' ? name : `${prefix}:${name}`
    add(`<${tag}`)
    declare(prefix, namespace)
    const hasLang = attributes.some((one) => one.namespace === XML && one.name === 'lang')
    if (lang !== undefined && !hasLang) add(` xml:lang="${escapeXml(lang)}"`)
    for (const attribute of attributes) {
      if (attribute.prefix !== '') declare(attribute.prefix, attribute.namespace)
      const full =
        attribute.prefix === '' ? attribute.name : `${attribute.prefix}:${attribute.name}`
      add(` ${full}="${escapeXml(attribute.value)}"`)
    }
    if (children.length === 0) add('/>')
    else {
      add('>')
      for (const child of children) {
        if (typeof child === 'string') add(escapeXml(child))
        else write(child)
      }
      add(`</${tag}>`)
    }
    for (const [forPrefix, uri] of before) {
      if (uri === undefined) known.delete(forPrefix)
      else known.set(forPrefix, uri)
    }
  }

  return { add, write, text: () => pieces.join('') }
}
