import { type PackedEntry, packZip } from '../../../kernel/zip/testing.ts'

const TYPES: Record<string, string> = {
  'word/document.xml': 'wordprocessingml.document.main+xml',
  'word/footer1.xml': 'wordprocessingml.footer+xml',
  'xl/workbook.xml': 'spreadsheetml.sheet.main+xml',
  'xl/sharedStrings.xml': 'spreadsheetml.sharedStrings+xml',
  'ppt/presentation.xml': 'presentationml.presentation.main+xml',
}

function typeOf(name: string): string | undefined {
  if (name.startsWith('xl/worksheets/')) return 'spreadsheetml.worksheet+xml'
  if (name.startsWith('ppt/slides/')) return 'presentationml.slide+xml'
  if (name.startsWith('ppt/notesSlides/')) return 'presentationml.notesSlide+xml'
  return TYPES[name]
}

/** As much of an Office Open XML file as has text. */
export function openXml(
  parts: Readonly<Record<string, string>>,
  others: readonly PackedEntry[] = [],
): Buffer {
  const overrides = Object.keys(parts).map(
    (name) =>
      `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${typeOf(name)}"/>`,
  )
  return packZip([
    { name: '[Content_Types].xml', bytes: Buffer.from(`<Types>${overrides.join('')}</Types>`) },
    ...Object.entries(parts).map(([name, xml]) => ({ name, bytes: Buffer.from(xml) })),
    ...others,
  ])
}

/** A text document with these paragraphs. */
export function docx(...paragraphs: string[]): Buffer {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')
  return openXml({
    'word/document.xml': `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
  })
}

/** Its text as an OpenDocument has it. */
export function openDocument(body: string): Buffer {
  const content = `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b"><office:body>${body}</office:body></office:document-content>`
  return packZip([
    { name: 'mimetype', bytes: Buffer.from('application/vnd.oasis.opendocument.text'), method: 0 },
    { name: 'content.xml', bytes: Buffer.from(content) },
  ])
}

/** A PDF with one line of text on each page. */
export function pdfOf(...lines: string[]): Buffer {
  const pageIds = lines.map((_, index) => 4 + index * 2)
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${pageIds.map((id) => `${id} 0 R`).join(' ')}]/Count ${lines.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...lines.flatMap((line, index) => {
      const drawing = `BT /F1 12 Tf 40 700 Td (${line}) Tj ET`
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + index * 2} 0 R>>`,
        `<</Length ${drawing.length}>>stream\n${drawing}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const places: number[] = []
  for (const [index, object] of objects.entries()) {
    places.push(text.length)
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
  )
}
