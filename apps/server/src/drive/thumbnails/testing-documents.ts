import { type PackedEntry, packZip } from '../../kernel/zip/testing.ts'

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const DOCUMENT =
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument'

/** As much of an Office Open XML file as says what it looks like. */
export function officeFile(
  thumbnail: Buffer,
  {
    target = 'docProps/thumbnail.jpeg',
    others = [],
  }: { target?: string; others?: readonly PackedEntry[] } = {},
): Buffer {
  const relationships = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <Relationships xmlns="${RELATIONSHIPS}">
      <Relationship Id="rId1" Type="${DOCUMENT}" Target="word/document.xml"/>
      <Relationship Id="rId2" Type="${RELATIONSHIPS}/metadata/thumbnail" Target="${target}"/>
    </Relationships>`
  return packZip([
    { name: '[Content_Types].xml', bytes: Buffer.from('<Types/>') },
    { name: '_rels/.rels', bytes: Buffer.from(relationships) },
    ...others,
    { name: 'docProps/thumbnail.jpeg', bytes: thumbnail },
  ])
}

/** A PDF of one page with a red square in its lower left corner. */
export function onePage({ width = 600, height = 800, count = 1 } = {}): Buffer {
  const drawing = `1 0 0 rg 0 0 ${width / 2} ${height / 2} re f`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[3 0 R]/Count ${count}>>`,
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R>>`,
    `<</Length ${drawing.length}>>stream\n${drawing}\nendstream`,
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
