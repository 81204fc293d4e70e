import { expect, test } from 'vitest'
import { previewKind } from './preview-kind.ts'

const kindOf = (name: string, mime_type?: string) => previewKind({ kind: 'file', name, mime_type })

test('the extension decides the kind of preview, in upper or lower case', () => {
  expect(kindOf('Sea.JPG')).toBe('image')
  expect(kindOf('read me.md', 'text/plain')).toBe('markdown')
  expect(kindOf('budget.tsv')).toBe('table')
})

test('HTML and scripts are previewed as text', () => {
  expect(kindOf('page.html', 'text/html')).toBe('text')
  expect(kindOf('drawing.svg', 'image/svg+xml')).toBe('svg')
  expect(kindOf('start.sh')).toBe('text')
})

test('without a known extension, the MIME type decides the kind of preview', () => {
  expect(kindOf('holiday', 'image/png')).toBe('image')
  expect(kindOf('answer', 'application/problem+json; charset=utf-8')).toBe('text')
  expect(kindOf('film.unknown', 'video/mp4')).toBe('video')
  expect(kindOf('IMG_1.DNG', 'image/x-adobe-dng')).toBe('image')
  expect(kindOf('IMG_1.CR2', 'image/x-canon-cr2')).toBe('image')
})

test('a file of unknown type is inspected, and a known binary type has no preview', () => {
  expect(kindOf('Makefile')).toBe('look')
  expect(kindOf('.gitignore', 'application/octet-stream')).toBe('look')
  expect(kindOf('server.pem', 'application/x-x509-ca-cert')).toBe('look')
  expect(kindOf('letter.pages')).toBe('none')
  expect(kindOf('thing', 'application/x-thing')).toBe('none')
})

test('documents of office programs are told by their extension or their long types', () => {
  expect(kindOf('Budget.XLSX')).toBe('office')
  expect(
    kindOf('budget', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  ).toBe('office')
  expect(kindOf('budget', 'application/vnd.oasis.opendocument.spreadsheet')).toBe('office')
  expect(kindOf('letter.odt')).toBe('office')
  expect(kindOf('talk.odp')).toBe('office')
  expect(kindOf('old.xls')).toBe('none')
})

test('a folder has no preview', () => {
  expect(previewKind({ kind: 'folder', name: 'a.jpg' })).toBe('none')
})
