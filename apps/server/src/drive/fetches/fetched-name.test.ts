import { MAX_NAME_BYTES, nameBytes } from '@awan/protocol/name-problem'
import { expect, test } from 'vitest'
import { fetchedName } from './fetched-name.ts'

const latin1 = (text: string) => Buffer.from(text).toString('latin1')

test.each([
  ['attachment; filename="report.pdf"', 'report.pdf'],
  ['attachment; filename=report.pdf; size=3', 'report.pdf'],
  ['attachment; filename="a \\"b\\".txt"', 'a "b".txt'],
  ['attachment; filename="x.txt"; filename*=UTF-8\'\'%E2%82%AC%20rates.txt', '€ rates.txt'],
  ["attachment; filename*=iso-8859-1'en'%A3%20rates.txt", '£ rates.txt'],
  [`attachment; filename="${latin1('日本.txt')}"`, '日本.txt'],
  ['inline; filename="\xe9t\xe9.txt"', 'été.txt'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\\\temp\\\\a.txt"', 'a.txt'],
  ['attachment; filename="a\tb\x7f.txt"', 'ab.txt'],
  // What says nothing useful leaves the address.
  ['attachment', 'path name.zip'],
  ['attachment; filename=""', 'path name.zip'],
  ['attachment; filename=".."', 'path name.zip'],
  ["attachment; filename*=UTF-8''%ff", 'path name.zip'],
  ["attachment; filename*=no-charset''a.txt", 'path name.zip'],
  [undefined, 'path name.zip'],
])('Content-Disposition %s names the file %s', (disposition, name) => {
  const url = new URL('https://example.org/files/path%20name.zip?key=secret#part')
  expect(fetchedName(disposition, url)).toBe(name)
})

test.each([
  ['https://example.org/', 'example.org'],
  ['https://example.org/folder/', 'example.org'],
  ['https://[2606:4700::1]/', '[2606:4700::1]'],
  ['https://example.org/%2e%2e%2f', 'example.org'],
  ['https://example.org/a%2Fb.txt', 'b.txt'],
  ['https://example.org/%ff', 'example.org'],
  ['https://example.org/cafe%CC%81', 'café'],
])('the address %s names the file %s', (url, name) => {
  expect(fetchedName(undefined, new URL(url))).toBe(name)
})

test('a name that is too long is cut before its extension', () => {
  const name = fetchedName(`attachment; filename="${'ab'.repeat(200)}.tar"`, new URL('https://a/'))
  expect(name.endsWith('.tar')).toBe(true)
  expect(nameBytes(name)).toBe(MAX_NAME_BYTES)
  const wide = fetchedName(undefined, new URL(`https://a/${encodeURIComponent('😀'.repeat(99))}`))
  expect(wide).toBe('😀'.repeat(63))
})
