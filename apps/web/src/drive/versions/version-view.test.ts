import { expect, test } from 'vitest'
import { decodeText, MAX_TEXT_BYTES, versionView } from './version-view.ts'

test.each([
  ['notes.md', undefined, 300, 'text'],
  ['route.ts', undefined, 300, 'text'],
  ['README', 'text/plain', 300, 'text'],
  ['drawing.svg', 'image/svg+xml', 300, 'text'],
  ['notes.md', undefined, MAX_TEXT_BYTES + 1, 'tooLarge'],
  ['hut.jpg', 'image/jpeg', 9_000_000, 'image'],
  ['valley.heic', 'image/heic', 300, 'noPreview'],
  ['contract.pdf', 'application/pdf', 300, 'noPreview'],
] as const)('the version view of %s (%s, %i bytes) is %s', (name, mime_type, size, view) => {
  expect(versionView({ kind: 'file', name, mime_type }, { size })).toBe(view)
})

test('a text is decoded with or without a byte order mark, and binary content is rejected', () => {
  const bytes = (...values: number[]) => new Uint8Array(values).buffer
  expect(decodeText(new TextEncoder().encode('山谷').buffer)).toBe('山谷')
  expect(decodeText(bytes(0xef, 0xbb, 0xbf, 0x61))).toBe('a')
  expect(decodeText(bytes(0xff, 0xfe, 0x61, 0x00))).toBe('a')
  expect(decodeText(bytes(0xfe, 0xff, 0x00, 0x61))).toBe('a')
  expect(decodeText(bytes())).toBe('')
  expect(decodeText(bytes(0x61, 0xff, 0x62))).toBeUndefined()
})
