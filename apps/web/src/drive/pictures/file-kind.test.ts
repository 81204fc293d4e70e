import { expect, test } from 'vitest'
import { fileKind, fileKindName } from './file-kind.ts'

const file = (name: string, mime_type?: string) => fileKindName({ kind: 'file', name, mime_type })

test('a folder is a folder whatever its name', () => {
  expect(fileKindName({ kind: 'folder', name: 'holiday.zip' })).toBe('folder')
})

test('the extension decides the kind of a file, in upper or lower case', () => {
  expect(file('IMG_2231.HEIC')).toBe('image')
  expect(file('보험 증서.pdf')).toBe('pdf')
  // Browsers call TypeScript an MPEG stream.
  expect(file('route.ts', 'video/mp2t')).toBe('code')
})

test('without a known extension, the MIME type decides', () => {
  expect(file('scan', 'image/png')).toBe('image')
  expect(file('constructor', 'application/octet-stream')).toBe('other')
  expect(file('x.constructor')).toBe('other')
})

test('a document, a note and a plain text have icons of their own', () => {
  const icons = ['a.docx', 'a.md', 'a.txt'].map((name) => fileKind({ kind: 'file', name }).icon)
  expect(new Set(icons).size).toBe(3)
  const unnamed = fileKind({ kind: 'file', name: 'LICENSE', mime_type: 'text/plain' })
  expect(unnamed.icon).toBe(icons[2])
})
