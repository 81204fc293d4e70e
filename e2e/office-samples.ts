import { makeZip } from './preview-samples.ts'

/** A workbook as spreadsheet programs write them, from parts that can be read. */
export function makeXlsx(
  sheets: Readonly<Record<string, { xml: string; isHidden?: boolean }>>,
  strings: readonly string[] = [],
): Blob {
  const list = Object.entries(sheets)
  return makeZip({
    '[Content_Types].xml': types('spreadsheetml.sheet', '/xl/workbook.xml'),
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${SHEET}" xmlns:r="${LINKS}"><sheets>${list
      .map(([name, { isHidden }], at) => {
        return `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"${isHidden ? ' state="hidden"' : ''}/>`
      })
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...list.map((_sheet, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': `<styleSheet xmlns="${SHEET}"><numFmts><numFmt numFmtId="164" formatCode="#,##0.00\\ &quot;€&quot;"/></numFmts><cellXfs>${[
      0, 164, 14, 10,
    ]
      .map((id) => `<xf numFmtId="${id}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${SHEET}">${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(
      list.map(([, { xml }], at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet xmlns="${SHEET}">${xml}</worksheet>`,
      ]),
    ),
  })
}

/** A spreadsheet of OpenDocument. */
export function makeOds(tables: string, styles = ''): Blob {
  return makeZip({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': openDocument('spreadsheet', tables, styles),
  })
}

export interface DocxParts {
  styles?: string
  numbering?: string
  footnotes?: string
  /** Where links lead. */
  links?: readonly string[]
  pictures?: Readonly<Record<string, Buffer>>
}

/** A document of text; its links are `link1`, `link2`, and its pictures have the ids of their names. */
export function makeDocx(
  body: string,
  { links = [], pictures = {}, ...parts }: DocxParts = {},
): Blob {
  const names = Object.keys(parts)
  const kinds = [
    ...names.map((kind) => [kind, `${kind}.xml`] as const),
    ...links.map((address) => ['hyperlink', address] as const),
    ...Object.keys(pictures).map((name) => ['image', `media/${name}`] as const),
  ]
  const ids = [...names, ...links.map((_link, at) => `link${at + 1}`), ...Object.keys(pictures)]
  const namespaces = `xmlns:w="${WORDS}" xmlns:r="${LINKS}" xmlns:a="${DRAWING}/main" xmlns:wp="${DRAWING}/wordprocessingDrawing"`
  return makeZip({
    '[Content_Types].xml': types('wordprocessingml.document', '/word/document.xml'),
    '_rels/.rels': relationships([['officeDocument', 'word/document.xml']]),
    'word/document.xml': `<w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationships(kinds, ids),
    ...Object.fromEntries(
      Object.entries(parts).map(([kind, xml]) => [
        `word/${kind}.xml`,
        `<w:${kind} ${namespaces}>${xml}</w:${kind}>`,
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(pictures).map(([name, bytes]) => [`word/media/${name}`, bytes]),
    ),
  })
}

/** A text of OpenDocument. */
export function makeOdt(body: string, styles = '', pictures: Record<string, Buffer> = {}): Blob {
  return makeZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': openDocument('text', body, styles),
    ...pictures,
  })
}

/** What protected documents of Microsoft Office look like from outside: a container with an encrypted stream. */
export function makeProtected(): Blob {
  const start = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  return new Blob([start, Buffer.alloc(1528), Buffer.from('EncryptedPackage', 'utf16le')])
}

const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const WORDS = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006'

function types(main: string, part: string): string {
  return `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.${main}.main+xml"/></Types>`
}

function relationships(
  list: readonly (readonly [kind: string, target: string])[],
  ids: readonly string[] = list.map((_each, at) => `rId${at + 1}`),
): string {
  const each = list.map(([kind, target], at) => {
    const mode = /^[a-z]+:/.test(target) ? ' TargetMode="External"' : ''
    return `<Relationship Id="${ids[at]}" Type="${LINKS}/${kind}" Target="${target}"${mode}/>`
  })
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`
}

function openDocument(kind: string, body: string, styles: string): string {
  const namespaces = [
    ...['office', 'style', 'text', 'table', 'presentation'].map((name) => [name, name]),
    ['draw', 'drawing'],
    ['number', 'datastyle'],
    ['fo', 'xsl-fo-compatible'],
    ['svg', 'svg-compatible'],
  ].map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  return `<office:document-content ${namespaces.join(' ')} xmlns:xlink="http://www.w3.org/1999/xlink"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`
}
