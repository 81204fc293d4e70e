import { expect, test } from 'vitest'
import { readOffice } from '../../read-office.ts'
import { makePackage, openXmlStart, relationships } from '../../testing/make-package.ts'
import type { Block, OfficeDocument } from '../text/document.ts'

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])

interface Parts {
  styles?: string
  numbering?: string
  footnotes?: string
  targets?: Parameters<typeof relationships>[0]
  files?: Record<string, string | Uint8Array>
}

async function read(body: string, { targets = {}, files = {}, ...parts }: Parts = {}) {
  const others = Object.entries(parts)
  const file = await makePackage({
    ...openXmlStart('word/document.xml'),
    'word/document.xml': `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationships({
      ...Object.fromEntries(
        others.map(([kind]) => [`part-${kind}`, { kind, target: `${kind}.xml` }]),
      ),
      ...targets,
    }),
    ...Object.fromEntries(
      others.map(([kind, xml]) => [
        `word/${kind}.xml`,
        `<w:${kind} ${NAMESPACES}>${xml}</w:${kind}>`,
      ]),
    ),
    ...files,
  })
  const answer = await readOffice(file, { sheet: 0, language: { tag: 'en', yes: '', no: '' } })
  if (answer.kind !== 'document') throw new Error(answer.kind)
  return answer
}

const run = (text: string, look = '') =>
  `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (content: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`

/** `2.1 text` of each paragraph. */
function linesOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'table') {
      return block.rows.map((cells) =>
        cells.map((cell) => linesOf(cell.blocks).join('/')).join(' | '),
      )
    }
    const words = block.runs.map((each) => {
      return each.kind === 'text'
        ? each.text
        : each.kind === 'note'
          ? `[${each.number}]`
          : '[picture]'
    })
    return [`${block.marker === undefined ? '' : `${block.marker} `}${words.join('')}`]
  })
}

const allLines = ({ pages }: OfficeDocument) => pages.flatMap(({ blocks }) => linesOf(blocks))

function runsOf({ pages }: OfficeDocument) {
  const [block] = pages[0]?.blocks ?? []
  return block?.kind === 'paragraph' ? block.runs : []
}

test('headings and looks come from styles, and runs that look the same are one', async () => {
  const document = await read(
    paragraph(run('Trip'), '<w:pStyle w:val="H2"/>') +
      paragraph(
        `${run('one ', '<w:b/>')}${run('two', '<w:b/>')}${run('three', '<w:b w:val="0"/><w:i/><w:color w:val="C43A31"/><w:sz w:val="28"/>')}`,
        '<w:jc w:val="right"/>',
      ),
    {
      styles: `<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/><w:rPr><w:b/></w:rPr></w:style>
        <w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/><w:basedOn w:val="H"/><w:rPr><w:sz w:val="40"/></w:rPr></w:style>`,
    },
  )
  expect(document.pages[0]?.blocks).toMatchObject([
    { heading: 2, runs: [{ text: 'Trip', look: { isBold: true, sizePt: 20 } }] },
    {
      heading: undefined,
      align: 'end',
      runs: [
        { text: 'one two', look: { isBold: true } },
        { text: 'three', look: { isBold: false, isItalic: true, color: '#c43a31', sizePt: 14 } },
      ],
    },
  ])
})

test('styles that build on themselves end', async () => {
  const styles = `<w:style w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:styleId="B"><w:basedOn w:val="A"/></w:style>`
  expect(allLines(await read(paragraph(run('x'), '<w:pStyle w:val="A"/>'), { styles }))).toEqual([
    'x',
  ])
})

const NUMBERING = `<w:abstractNum w:abstractNumId="7">
    <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
    <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/><w:pPr><w:ind w:left="1440"/></w:pPr></w:lvl>
  </w:abstractNum>
  <w:abstractNum w:abstractNumId="8"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="\uf0b7"/></w:lvl></w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>
  <w:num w:numId="2"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>
  <w:num w:numId="3"><w:abstractNumId w:val="8"/></w:num>`

test('lists count on in each level, begin again below a new item, and where they say so', async () => {
  const item = (text: string, list: number, level = 0) =>
    paragraph(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`)
  const document = await read(
    [
      item('a', 1),
      item('b', 1, 1),
      item('c', 1, 1),
      paragraph(run('between')),
      item('d', 1),
      item('e', 1, 1),
      item('f', 2),
      item('g', 2),
      item('h', 3),
      item('i', 99),
      item('j', 0),
    ].join(''),
    { numbering: NUMBERING },
  )
  expect(allLines(document)).toEqual([
    '1. a',
    '1.a) b',
    '1.b) c',
    'between',
    '2. d',
    '2.a) e',
    '5. f',
    '6. g',
    '• h',
    'i',
    'j',
  ])
  expect(document.pages[0]?.blocks[1]).toMatchObject({ indentPx: 96 })
})

test('links lead to the web and to mail only, and their texts are kept', async () => {
  const link = (id: string) => `<w:hyperlink r:id="${id}">${run(id)}</w:hyperlink>`
  const field = `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>HYPERLINK "https://example.org/field"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('field')}<w:r><w:fldChar w:fldCharType="end"/></w:r>${run('after')}`
  const target = (address: string) => ({ kind: 'hyperlink', target: address, isExternal: true })
  const document = await read(
    paragraph(`${link('web')}${link('script')}${link('file')}${link('data')}${field}`),
    {
      targets: {
        web: target('https://example.org/?a=1&amp;b=2'),
        script: target('javascript:alert(1)'),
        file: target('file:///etc/passwd'),
        data: target(' data:text/html,x'),
      },
    },
  )
  expect(runsOf(document)).toMatchObject([
    { text: 'web', href: 'https://example.org/?a=1&b=2' },
    { text: 'scriptfiledata', href: undefined },
    { text: 'field', href: 'https://example.org/field' },
    { text: 'after', href: undefined },
  ])
})

test('a picture is one by its bytes, and one from elsewhere is none', async () => {
  const picture = (id: string) =>
    `<w:r><w:drawing><wp:inline><wp:extent cx="952500" cy="1"/><wp:docPr descr="A hut"/><a:graphic><a:blip r:embed="${id}"/></a:graphic></wp:inline></w:drawing></w:r>`
  const document = await read(paragraph(picture('a') + picture('b') + picture('c')), {
    targets: {
      a: { kind: 'image', target: 'media/a.bin' },
      b: { kind: 'image', target: 'media/b.png' },
      c: { kind: 'image', target: 'https://example.org/spy.png', isExternal: true },
    },
    files: { 'word/media/a.bin': PNG, 'word/media/b.png': '<html><script>1</script>' },
  })
  expect(runsOf(document)).toEqual([
    { kind: 'picture', picture: 0, widthPx: 100, alt: 'A hut' },
    { kind: 'picture', picture: 1, widthPx: 100, alt: 'A hut' },
  ])
  expect(document.pictures.map((blob) => blob?.type)).toEqual(['image/png', undefined])
})

test('merged cells of a table are one', async () => {
  const cell = (text: string, properties = '') =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(run(text))}</w:tc>`
  const document = await read(
    `<w:tbl><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="1000"/></w:tblGrid>
      <w:tr>${cell('a', '<w:gridSpan w:val="2"/>')}</w:tr>
      <w:tr>${cell('b', '<w:vMerge w:val="restart"/>')}${cell('c')}</w:tr>
      <w:tr>${cell('', '<w:vMerge/>')}${cell('d')}</w:tr></w:tbl>`,
  )
  expect(allLines(document)).toEqual(['a', 'b | c', 'd'])
  expect(document.pages[0]?.blocks[0]).toMatchObject({
    widths: [0.75, 0.25],
    rows: [[{ columnSpan: 2, rowSpan: 1 }], [{ rowSpan: 2 }, { rowSpan: 1 }], [{ rowSpan: 1 }]],
  })
})

test('removed and hidden texts are left out, and notes are numbered in their order', async () => {
  const note = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`
  const document = await read(
    paragraph(
      `${run('a')}<w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins>${run('b')}</w:ins>${run('c', '<w:vanish/>')}${note(9)}${note(4)}`,
    ),
    {
      footnotes: `<w:footnote w:id="4">${paragraph(run('four'))}</w:footnote><w:footnote w:id="9">${paragraph(run('nine'))}</w:footnote>`,
    },
  )
  expect(allLines(document)).toEqual(['ab[1][2]'])
  expect(document.notes.map(({ blocks }) => linesOf(blocks))).toEqual([['nine'], ['four']])
})

test('a page break cuts a paragraph, and the paper has the width of the section', async () => {
  const document = await read(
    `${paragraph(`${run('a')}<w:r><w:br w:type="page"/></w:r>${run('b')}`)}${paragraph(run('c'), '<w:pageBreakBefore/>')}<w:sectPr><w:pgSz w:w="12240"/><w:pgMar w:left="1440"/></w:sectPr>`,
  )
  expect(document.pages.map(({ blocks }) => linesOf(blocks))).toEqual([['a'], ['b'], ['c']])
  expect(document).toMatchObject({ widthPx: 816, marginPx: 96 })
})

test('a document of too many paragraphs is cut', async () => {
  const document = await read(paragraph(run('x')).repeat(10_050))
  expect(document.isPart).toBe(true)
  expect(allLines(document)).toHaveLength(10_000)
})

test('a document whose words all lead to one long address is cut', async () => {
  const address = `https://example.org/${'x'.repeat(1900)}`
  const targets = { to: { kind: 'hyperlink', target: address, isExternal: true } }
  const link = `<w:hyperlink r:id="to">${run('a')}</w:hyperlink>`
  const { pages, isPart } = await read(paragraph(link).repeat(4000), { targets })
  expect(pages[0]?.blocks.length).toBeLessThan(2200)
  expect(isPart).toBe(true)
})

test('a table of too many cells is cut, even where the cells are empty', async () => {
  const document = await read(`<w:tbl><w:tr>${'<w:tc/>'.repeat(20_000)}</w:tr></w:tbl>`)
  expect(document.isPart).toBe(true)
  expect(document.pages[0]?.blocks).toMatchObject([{ rows: [{ length: 9999 }] }])
})
