import { describe, expect, test } from 'vitest'
import { packZip } from '../../../kernel/zip/testing.ts'
import { documentText } from './document-text.ts'
import { docx, openDocument, openXml } from './testing.ts'

const LIMITS = { textLength: 10_000, unpackedBytes: 10_000_000 }

function textOf(bytes: Buffer, limits = LIMITS) {
  const read = async (start: number, length: number) => bytes.subarray(start, start + length)
  return documentText(read, bytes.length, limits)
}

describe('a document of Word', () => {
  test('is read paragraph by paragraph, with its footers at the end', async () => {
    const body = `<w:p><w:r><w:t>Har</w:t></w:r><w:r><w:t xml:space="preserve">bour </w:t></w:r>
      <w:r><w:tab/><w:t>master</w:t><w:delText>deleted</w:delText><w:instrText>PAGE</w:instrText></w:r></w:p>
      <w:tbl><w:tr><w:tc><w:p><w:r><w:t>Ship &amp; crew</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`
    const text = await textOf(
      openXml({
        'word/footer1.xml': '<w:ftr><w:p><w:r><w:t>Page one</w:t></w:r></w:p></w:ftr>',
        'word/document.xml': `<?xml version="1.0"?><w:document><w:body>${body}</w:body></w:document>`,
      }),
    )
    expect(text).toBe('Harbour master\nShip & crew\nPage one')
  })

  test('text that a document repeats for older programs is read once', async () => {
    const box = '<w:p><w:r><w:t>box</w:t></w:r></w:p>'
    const body = `<mc:AlternateContent><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent>`
    expect(await textOf(openXml({ 'word/document.xml': `<w:d>${body}</w:d>` }))).toBe('box')
  })
})

test('a spreadsheet is read with its sheet names, texts and numbers, without references to texts and without formulas', async () => {
  const text = await textOf(
    openXml({
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="Budget 2026" sheetId="1"/></sheets></workbook>',
      'xl/sharedStrings.xml':
        '<sst><si><t>Rent</t></si><si><r><t>Elec</t></r><r><t>tricity</t></r><rPh><t>reading</t></rPh></si></sst>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row><c t="s"><v>0</v></c><c><f>SUM(A1)</f><v>1250.5</v></c>
        <c t="str"><v>overdue</v></c><c t="inlineStr"><is><t>inline</t></is></c><c t="b"><v>1</v></c></row></sheetData></worksheet>`,
    }),
  )
  expect(text?.split('\n')).toEqual([
    'Budget 2026',
    'Rent',
    'Electricity',
    '1250.5',
    'overdue',
    'inline',
  ])
})

test('slides are read in their order, then their notes', async () => {
  const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`
  const text = await textOf(
    openXml({
      'ppt/presentation.xml': '<p:presentation/>',
      'ppt/notesSlides/notesSlide1.xml': slide('say hello'),
      'ppt/slides/slide10.xml': slide('tenth'),
      'ppt/slides/slide2.xml': slide('second'),
    }),
  )
  expect(text?.split('\n')).toEqual(['second', 'tenth', 'say hello'])
})

test('an OpenDocument has the text of its paragraphs and cells, without what was deleted', async () => {
  const text = await textOf(
    openDocument(`<text:tracked-changes><text:p>gone</text:p></text:tracked-changes>
      <text:h>Title</text:h><text:p>one<text:s/>two<text:line-break/><text:span>three</text:span></text:p>
      <table:table-cell><text:p>cell</text:p></table:table-cell>`),
  )
  expect(text?.split('\n')).toEqual(['Title', 'one two three', 'cell'])
})

describe('hostile documents', () => {
  test('no more than the limits is unpacked or kept', async () => {
    const long = docx('word '.repeat(100_000))
    expect(await textOf(long, { ...LIMITS, textLength: 100 })).toHaveLength(100 - ' '.length)
    const bomb = docx('x'.repeat(3_000_000), 'behind')
    let unpacked = await textOf(bomb, { textLength: 10_000_000, unpackedBytes: 1_000_000 })
    expect(unpacked ?? '').not.toContain('behind')
    unpacked = await textOf(docx(`a${'</w:t></w:r></w:p><w:p><w:r><w:t>'.repeat(50_000)}`))
    expect(unpacked).toBe('a')
  })

  test('a document type and entities of its own are refused, and the text before a fault is kept', async () => {
    const evil = `<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><w:d><w:p><w:t>&b;</w:t></w:p></w:d>`
    expect(await textOf(openXml({ 'word/document.xml': evil }))).toBeUndefined()
    const cut = '<w:d><w:p><w:t>before</w:t></w:p><w:p></w:oops>'
    expect(await textOf(openXml({ 'word/document.xml': cut }))).toBe('before')
    const deep = `${'<a>'.repeat(50_000)}<t>x</t>`
    expect(await textOf(openXml({ 'word/document.xml': deep }))).toBeUndefined()
  })

  test.each([
    ['no archive', Buffer.from('hello')],
    ['an archive that is no document', packZip([{ name: 'a.txt', bytes: Buffer.from('a') }])],
    [
      'an encrypted part',
      packZip([{ name: 'content.xml', bytes: Buffer.from('<p>a</p>'), flags: 0x801 }]),
    ],
    ['bytes that are not XML', openDocument('\u0000\u0001')],
    [
      'a part of another encoding',
      packZip([{ name: 'content.xml', bytes: Buffer.from('\ufeff<p>a</p>', 'utf16le') }]),
    ],
    [
      'sizes that cannot be',
      packZip([
        { name: 'content.xml', bytes: Buffer.from('<p>a</p>'), says: { sizeBytes: 2 ** 31 } },
      ]),
    ],
  ])('%s has no text', async (_, bytes) => {
    expect(await textOf(bytes)).toBeUndefined()
  })

  test('control characters, which no database stores, are left out', async () => {
    expect(await textOf(docx('a&#x7f;b', '&#xd83d;'))).not.toMatch(/[\x7f\ud83d]/)
  })
})
