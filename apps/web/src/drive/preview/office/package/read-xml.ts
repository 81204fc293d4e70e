import { Names } from './namespaces.ts'
import { OfficeProblem } from './office-problem.ts'
import type { PartText } from './open-package.ts'

export type Attributes = ReadonlyMap<string, string>

/** What wants to know of a part, in the order of the text. `'stop'` ends the reading. */
export interface XmlHandler {
  open(name: string, attributes: Attributes): 'stop' | undefined
  close(name: string): 'stop' | undefined
  text(text: string): void
}

/** Deeper than any document that somebody has written. */
const MAX_DEPTH = 512

const NONE: Attributes = new Map()

/**
 * A small reader of XML, since a worker has no `DOMParser`. Entities that a document defines are never
 * replaced, and a document type is passed over: nothing grows while it is read, and nothing is fetched.
 */
export function readXml({ xml, isCut }: PartText, handler: XmlHandler): void {
  const names = new Names()
  const open: string[] = []
  let at = 0
  try {
    while (at < xml.length) {
      const start = xml.indexOf('<', at)
      const text = xml.slice(at, start === -1 ? xml.length : start)
      if (text !== '' && open.length > 0) handler.text(decodeEntities(text))
      if (start === -1) break
      const mark = xml[start + 1]
      if (mark === '/') {
        at = endOf(xml, '>', start)
        // Whatever the end calls itself: what is open last is closed.
        const name = open.pop()
        if (name === undefined) throw broken('an end without a beginning')
        if (handler.close(name) === 'stop') return
      } else if (mark === '!') {
        at = readDeclaration(xml, start, handler)
      } else if (mark === '?') {
        at = endOf(xml, '?>', start)
      } else {
        const tag = readTag(xml, start, names)
        at = tag.end
        if (open.length === MAX_DEPTH) throw broken('too deep')
        if (handler.open(tag.name, tag.attributes) === 'stop') return
        if (!tag.isEmpty) open.push(tag.name)
        else if (handler.close(tag.name) === 'stop') return
      }
    }
  } catch (error) {
    // Where the text was cut, the last tag may be half.
    if (isCut && error instanceof OfficeProblem) return
    throw error
  }
  if (open.length > 0 && !isCut) throw broken('the end is missing')
}

function readDeclaration(xml: string, start: number, handler: XmlHandler): number {
  if (xml.startsWith('<!--', start)) return endOf(xml, '-->', start + 4)
  if (xml.startsWith('<![CDATA[', start)) {
    const end = endOf(xml, ']]>', start)
    handler.text(xml.slice(start + 9, end - 3))
    return end
  }
  const end = endOf(xml, '>', start)
  // Within it: of a document of nothing but declarations, all of the rest would be looked through for each.
  const bracket = xml.slice(start, end).indexOf('[')
  return bracket === -1 ? end : endOf(xml, '>', endOf(xml, ']', start + bracket))
}

const TAG_NAME = /[^\s/>=]+/y
const ATTRIBUTE = /\s+([^\s/>=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
const TAG_END = /\s*(\/?)>/y

function readTag(xml: string, start: number, names: Names) {
  TAG_NAME.lastIndex = start + 1
  const raw = TAG_NAME.exec(xml)?.[0]
  if (raw === undefined) throw broken('a tag without a name')
  let at = start + 1 + raw.length
  let found: [string, string][] | undefined
  for (;;) {
    ATTRIBUTE.lastIndex = at
    const match = ATTRIBUTE.exec(xml)
    if (!match) break
    const [whole, key = '', double, single] = match
    const value = decodeEntities(double ?? single ?? '')
    at += whole.length
    if (key === 'xmlns' || key.startsWith('xmlns:')) names.declare(key, value)
    else {
      found ??= []
      found.push([key, value])
    }
  }
  TAG_END.lastIndex = at
  const end = TAG_END.exec(xml)
  if (!end) throw broken('a tag without an end')
  return {
    name: names.element(raw),
    attributes: found
      ? new Map(found.map(([key, value]) => [names.attribute(key), value] as const))
      : NONE,
    isEmpty: end[1] === '/',
    end: at + end[0].length,
  }
}

function endOf(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from)
  if (at === -1) throw broken(`no ${mark}`)
  return at + mark.length
}

const broken = (detail: string) => new OfficeProblem('broken', detail)

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
}

/** The five of XML itself and numbers; any other stays as it is written. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, ...found) => {
    const [decimal, hexadecimal, name] = found as (string | undefined)[]
    if (name !== undefined) return Object.hasOwn(entities, name) ? (entities[name] ?? '') : whole
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
