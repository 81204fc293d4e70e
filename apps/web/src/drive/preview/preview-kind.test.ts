import { expect, test } from 'vitest'
import { previewKind } from './preview-kind.ts'

const kindOf = (name: string, mime_type?: string) => previewKind({ kind: 'file', name, mime_type })

test('the end of the name decides, in capitals too', () => {
  expect(kindOf('Sea.JPG')).toBe('image')
  expect(kindOf('read me.md', 'text/plain')).toBe('markdown')
  expect(kindOf('budget.tsv')).toBe('table')
})

test('what is programs elsewhere is text here', () => {
  expect(kindOf('page.html', 'text/html')).toBe('text')
  expect(kindOf('drawing.svg', 'image/svg+xml')).toBe('svg')
  expect(kindOf('start.sh')).toBe('text')
})

test('without an end that says it, what the sender said decides', () => {
  expect(kindOf('holiday', 'image/png')).toBe('image')
  expect(kindOf('answer', 'application/problem+json; charset=utf-8')).toBe('text')
  expect(kindOf('film.unknown', 'video/mp4')).toBe('video')
})

test('what nobody knows is looked into, what everybody knows as closed is not', () => {
  expect(kindOf('Makefile')).toBe('look')
  expect(kindOf('.gitignore', 'application/octet-stream')).toBe('look')
  expect(kindOf('server.pem', 'application/x-x509-ca-cert')).toBe('look')
  expect(kindOf('letter.docx')).toBe('none')
  expect(kindOf('thing', 'application/x-thing')).toBe('none')
})

test('a folder has no preview', () => {
  expect(previewKind({ kind: 'folder', name: 'a.jpg' })).toBe('none')
})
