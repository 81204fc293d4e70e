import type { TextRules } from './part-text.ts'

/** Parts of a document that are read for their text, in this order. */
export interface DocumentParts {
  names: string[]
  rules: TextRules
}

export const CONTENT_TYPES = '[Content_Types].xml'
/** All of an OpenDocument that people read. */
export const OPEN_DOCUMENT = 'content.xml'

/** No document of a person has as many pages, tables or slides. */
const MAX_PARTS = 2_000

export const openDocumentRules: TextRules = {
  within: new Set(['p', 'h']),
  isSkipped: (local) => local === 'tracked-changes',
  lines: new Set(['p', 'h']),
  spaces: new Set(['s', 'tab', 'line-break']),
}

/** What has its text in `t` elements: as all of Office Open XML does, but for the values of cells. */
const pageRules: TextRules = {
  within: new Set(['t']),
  // The same once more, for programs that do not know the first.
  isSkipped: (local) => local === 'Fallback',
  lines: new Set(['p']),
  spaces: new Set(['tab', 'br', 'cr']),
}

const sheetRules: TextRules = {
  within: new Set(['t', 'v']),
  // How characters are read; and cells that only refer to a text, or say yes, no or that something is wrong.
  isSkipped: (local, { t }) => local === 'rPh' || (local === 'c' && /^[sbe]$/.test(t ?? '')),
  lines: new Set(['si', 'c']),
  spaces: new Set(['br']),
  attributes: { sheet: 'name' },
}

/** By the ends of their content types, in the order in which they are read. */
const ROLES: readonly { type: RegExp; rules: TextRules }[] = [
  ...roles('wordprocessingml', pageRules, [
    String.raw`(?:document|template)\.main`,
    'footnotes',
    'endnotes',
    'header',
    'footer',
    'comments',
  ]),
  ...roles('spreadsheetml', sheetRules, [
    String.raw`(?:sheet|template)\.main`,
    'sharedStrings',
    'worksheet',
    'comments',
  ]),
  ...roles('presentationml', pageRules, ['slide', 'notesSlide', 'comments']),
]

function roles(family: string, rules: TextRules, names: readonly string[]) {
  return names.map((name) => ({
    type: new RegExp(`(?:${family}|ms-(?:word|excel|powerpoint))\\.${name}\\+xml$`, 'i'),
    rules,
  }))
}

/** What the list of content types says is where: programs name the parts as they like. */
export function openXmlParts(contentTypes: string): DocumentParts | undefined {
  const overrides = [...contentTypes.matchAll(OVERRIDE).take(MAX_PARTS * 2)].map(([tag]) => ({
    name: attributeOf(tag, 'PartName')?.replace(/^\//, '') ?? '',
    type: attributeOf(tag, 'ContentType') ?? '',
  }))
  // A template or one with macros has a type of its own, and its other parts are as always.
  const main = overrides.find(({ type }) => MAIN.test(type))
  if (!main) return undefined
  const isSheet = overrides.some(({ type }) => /spreadsheetml|ms-excel/i.test(type))
  const names = ROLES.flatMap(({ type }) =>
    overrides
      .filter((one) => one.name !== '' && type.test(toPlain(one.type)))
      .map(({ name }) => name)
      .sort(byNumber),
  )
  return {
    names: [...new Set(names)].slice(0, MAX_PARTS),
    rules: isSheet ? sheetRules : pageRules,
  }
}

/** `application/vnd.ms-word.document.macroEnabled.main+xml` is a document with macros. */
function toPlain(type: string): string {
  return type.replace(/\.macroEnabled(?:Template)?(?=\.main)/i, '')
}

const MAIN = /\.main\+xml$/i
const OVERRIDE = /<(?:\w{1,20}:)?Override\s[^<>]{1,2000}>/g

/** A name with an entity in it is none that an office program writes. */
function attributeOf(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}\\s{0,9}=\\s{0,9}(?:"([^"]*)"|'([^']*)')`).exec(tag)
  const found = value?.[1] ?? value?.[2]
  return found?.includes('&') ? undefined : found
}

/** `slide2.xml` is before `slide10.xml`. */
function byNumber(a: string, b: string): number {
  return numberOf(a) - numberOf(b)
}

function numberOf(name: string): number {
  return Number(/(\d{1,9})\.xml$/.exec(name)?.[1] ?? 0)
}
