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

/** Slides on one layout and one master, with a theme of two colours. */
export function makePptx(
  slides: readonly string[],
  pictures: Readonly<Record<string, Buffer>> = {},
): Blob {
  const names = Object.keys(pictures)
  const layer = (name: string, shapes: string, more = '') =>
    `<p:${name} xmlns:p="${SLIDES}" xmlns:a="${DRAWING}/main" xmlns:r="${LINKS}"><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>${more}</p:${name}>`
  const place = (type: string, box: readonly number[]) =>
    `<p:sp><p:nvSpPr><p:nvPr>${type}</p:nvPr></p:nvSpPr><p:spPr>${slidePlace(box)}</p:spPr><p:txBody><a:bodyPr anchor="ctr"/></p:txBody></p:sp>`
  return makeZip({
    '[Content_Types].xml': types('presentationml.presentation', '/ppt/presentation.xml'),
    '_rels/.rels': relationships([['officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `<p:presentation xmlns:p="${SLIDES}" xmlns:r="${LINKS}"><p:sldSz cx="12192000" cy="6858000"/><p:sldIdLst>${slides
      .map((_slide, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      slides.map((_slide, at) => ['slide', `slides/slide${at + 1}.xml`]),
    ),
    ...Object.fromEntries(
      slides.flatMap((shapes, at) => [
        [`ppt/slides/slide${at + 1}.xml`, layer('sld', shapes)],
        [
          `ppt/slides/_rels/slide${at + 1}.xml.rels`,
          relationships(
            [
              ['slideLayout', '../slideLayouts/layout.xml'],
              ...names.map((name) => ['image', `../media/${name}`] as const),
            ],
            ['layout', ...names],
          ),
        ],
      ]),
    ),
    'ppt/slideLayouts/layout.xml': layer(
      'sldLayout',
      place('<p:ph type="title"/>', [60, 30, 840, 90]) +
        place('<p:ph idx="1"/>', [60, 140, 420, 330]),
    ),
    'ppt/slideLayouts/_rels/layout.xml.rels': relationships([
      ['slideMaster', '../slideMasters/master.xml'],
    ]),
    'ppt/slideMasters/master.xml': layer(
      'sldMaster',
      `<p:sp><p:spPr>${slidePlace([0, 0, 960, 14])}<a:solidFill><a:schemeClr val="accent1"/></a:solidFill></p:spPr></p:sp>`,
      `<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2"/><p:txStyles><p:titleStyle><a:lvl1pPr><a:defRPr sz="4400"><a:solidFill><a:schemeClr val="accent1"/></a:solidFill></a:defRPr></a:lvl1pPr></p:titleStyle><p:bodyStyle><a:lvl1pPr marL="342900"><a:buChar char="•"/><a:defRPr sz="2800"/></a:lvl1pPr><a:lvl2pPr marL="742950"><a:buChar char="–"/><a:defRPr sz="2400"/></a:lvl2pPr></p:bodyStyle></p:txStyles>`,
    ),
    'ppt/slideMasters/_rels/master.xml.rels': relationships([['theme', '../theme/theme.xml']]),
    'ppt/theme/theme.xml': `<a:theme xmlns:a="${DRAWING}/main"><a:themeElements><a:clrScheme><a:dk1><a:srgbClr val="14181F"/></a:dk1><a:lt1><a:srgbClr val="FFFFFF"/></a:lt1><a:accent1><a:srgbClr val="0D7A6B"/></a:accent1></a:clrScheme></a:themeElements></a:theme>`,
    ...Object.fromEntries(names.map((name) => [`ppt/media/${name}`, pictures[name] ?? ''])),
  })
}

/** In points, from the corner of the slide. */
export function slidePlace([x, y, width, height]: readonly number[]): string {
  const emu = (points = 0) => points * 12_700
  return `<a:xfrm><a:off x="${emu(x)}" y="${emu(y)}"/><a:ext cx="${emu(width)}" cy="${emu(height)}"/></a:xfrm>`
}

/** Slides of OpenDocument. */
export function makeOdp(pages: string, styles = ''): Blob {
  return makeZip({
    mimetype: 'application/vnd.oasis.opendocument.presentation',
    'content.xml': openDocument('presentation', pages, styles),
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
const SLIDES = 'http://schemas.openxmlformats.org/presentationml/2006/main'
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
