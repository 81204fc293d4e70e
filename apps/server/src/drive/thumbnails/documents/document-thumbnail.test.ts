import { describe, expect, test } from 'vitest'
import { expectError } from '../../../blobs/testing.ts'
import { type PackedEntry, packZip } from '../../../kernel/zip/testing.ts'
import { officeFile } from '../testing-documents.ts'
import { someImage } from '../testing-images.ts'
import { documentThumbnail } from './document-thumbnail.ts'

function thumbnailOf(bytes: Buffer) {
  const read: number[] = []
  const thumbnail = documentThumbnail(async (start, length) => {
    read.push(length)
    return bytes.subarray(start, start + length)
  }, bytes.length)
  return { thumbnail, read }
}

const refused = async (entries: readonly PackedEntry[]) =>
  (await expectError(thumbnailOf(packZip(entries)).thumbnail, 'invalid_argument')).description

const picture = await someImage(256, 180, 'png')

test('an OpenDocument has its thumbnail under a fixed name', async () => {
  const entries = [
    { name: 'mimetype', bytes: Buffer.from('application/vnd.oasis.opendocument.text'), method: 0 },
    { name: 'content.xml', bytes: Buffer.from('<office/>') },
    { name: 'Thumbnails/thumbnail.png', bytes: picture },
  ]
  expect(await thumbnailOf(packZip(entries)).thumbnail).toEqual(picture)
})

describe('an Office Open XML file', () => {
  test.each(['docProps/thumbnail.jpeg', '/docProps/thumbnail.jpeg'])(
    'names its thumbnail %s in its relationships',
    async (target) => {
      expect(await thumbnailOf(officeFile(picture, { target })).thumbnail).toEqual(picture)
    },
  )

  test('only these parts of a large file are read', async () => {
    const film = { name: 'ppt/media/film.mp4', bytes: Buffer.alloc(5_000_000, 7), method: 0 }
    const { thumbnail, read } = thumbnailOf(officeFile(picture, { others: [film] }))
    expect(await thumbnail).toEqual(picture)
    expect(read.reduce((sum, length) => sum + length)).toBeLessThan(200_000)
  })

  test('one without a thumbnail, or with one elsewhere, has none', async () => {
    const relationships = (text: string) => [{ name: '_rels/.rels', bytes: Buffer.from(text) }]
    const thumbnail =
      'Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail"'
    for (const text of [
      '',
      '<Relationships/>',
      '<Relationship Target="word/document.xml"/>',
      `<Relationship ${thumbnail} Target="missing.jpeg"/>`,
      `<Relationship ${thumbnail} Target="https://example.org/a.png" TargetMode="External"/>`,
      `<Relationship ${thumbnail} Target="_rels/&#46;rels"/>`,
    ]) {
      expect(await refused(relationships(text))).toMatch(/holds no picture/)
    }
  })
})

describe('a hostile document', () => {
  const thumbnail = (entry: Partial<PackedEntry>): PackedEntry[] => [
    { name: 'Thumbnails/thumbnail.png', bytes: picture, ...entry },
  ]

  test('a thumbnail that is larger than it may be, or says so, is not read', async () => {
    const large = Buffer.alloc(17 * 1024 * 1024)
    expect(await refused(thumbnail({ bytes: large }))).toMatch(/too large/)
    expect(await refused(thumbnail({ says: { sizeBytes: 15_000_000 } }))).toMatch(/too large/)
    expect(await refused(thumbnail({ bytes: large, says: { sizeBytes: 1000 } }))).toMatch(
      /unpacked/,
    )
  })

  test('one that is encrypted, packed in another way or beyond the end is not read', async () => {
    expect(await refused(thumbnail({ flags: 0x801 }))).toMatch(/nobody reads/)
    expect(await refused(thumbnail({ method: 12 }))).toMatch(/nobody reads/)
    expect(await refused(thumbnail({ says: { offset: 5_000_000 } }))).toMatch(/beyond the end/)
    expect(await refused(thumbnail({ says: { crc: 1 } }))).toMatch(/checksum/)
  })

  test('relationships are read up to a limit, and a million of them at once', async () => {
    const text = '<Relationship Type="x" Target="y"/>'.repeat(1_000_000)
    const rels = { name: '_rels/.rels', bytes: Buffer.from(text) }
    expect(await refused([rels])).toMatch(/too large/)
    const tags = Buffer.from(`<Relationship ${'a= '.repeat(20_000)}`)
    expect(await refused([{ ...rels, bytes: tags }])).toMatch(/holds no picture/)
  })

  test('a directory of more entries than any program writes is read as far as they would go', async () => {
    const others = Array.from({ length: 10_001 }, (_, n) => ({ name: `n${n}`, method: 0 }))
    expect(await refused([...others, ...thumbnail({})])).toMatch(/no document/)
  })

  test('what is no archive at all, or one that is cut, has none', async () => {
    const whole = packZip(thumbnail({}))
    for (const bytes of [Buffer.alloc(0), Buffer.from('%PDF-1.4'), whole.subarray(0, -40)]) {
      await expectError(thumbnailOf(bytes).thumbnail, 'invalid_argument')
    }
  })
})
