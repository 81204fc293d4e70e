import { expect, test } from 'vitest'
import { fileKindName } from './file-kind.ts'

const file = (name: string, mime_type?: string) => fileKindName({ kind: 'file', name, mime_type })

test('a folder is a folder whatever its name', () => {
  expect(fileKindName({ kind: 'folder', name: 'holiday.zip' })).toBe('folder')
})

test('the end of the name tells the kind, in any case', () => {
  expect(file('IMG_2231.HEIC')).toBe('image')
  expect(file('보험 증서.pdf')).toBe('pdf')
  // Browsers call TypeScript an MPEG stream.
  expect(file('route.ts', 'video/mp2t')).toBe('code')
})

test('without a telling name the type does', () => {
  expect(file('scan', 'image/png')).toBe('image')
  expect(file('constructor', 'application/octet-stream')).toBe('other')
  expect(file('x.constructor')).toBe('other')
})
