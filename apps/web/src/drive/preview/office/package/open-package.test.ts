import { expect, test } from 'vitest'
import { makePackage } from '../testing/make-package.ts'
import { findMain } from './document-kind.ts'
import { openPackage } from './open-package.ts'

const limits = { entries: 5, partBytes: 1000, allBytes: 2500 }

test('a part is found whatever the case and the slashes of its name', async () => {
  const office = await openPackage(await makePackage({ 'xl\\Workbook.xml': '<a/>' }))
  expect(await office.text('xl/workbook.xml')).toEqual({ xml: '<a/>', isCut: false })
  expect(await office.text('xl/other.xml')).toBeUndefined()
})

test('a part that inflates to more than the limit is cut, however small it is in the file', async () => {
  const file = await makePackage({ 'bomb.xml': 'x'.repeat(5_000_000) })
  expect(file.size).toBeLessThan(10_000)
  const office = await openPackage(file, limits)
  const part = await office.text('bomb.xml')
  expect(part?.isCut).toBe(true)
  expect(part?.xml).toHaveLength(1000)
  expect(await office.bytes('bomb.xml')).toBeUndefined()
})

test('all parts together inflate to no more than their limit', async () => {
  const part = 'x'.repeat(1000)
  const office = await openPackage(
    await makePackage({ a: part, b: part, c: part, d: part }),
    limits,
  )
  expect((await office.text('a'))?.isCut).toBe(false)
  expect((await office.text('b'))?.isCut).toBe(false)
  expect(await office.text('c')).toEqual({ xml: 'x'.repeat(500), isCut: true })
  expect(await office.text('d')).toEqual({ xml: '', isCut: true })
})

test('a package of too many parts is refused', async () => {
  const parts = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`part ${index}`, 'x']))
  await expect(openPackage(await makePackage(parts), limits)).rejects.toMatchObject({
    code: 'large',
  })
})

const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

test('a document with a password is told from one of an old format and from what is no document', async () => {
  const name = new Uint8Array(
    [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0]),
  )
  await expect(openPackage(new Blob([new Uint8Array(OLE), name]))).rejects.toMatchObject({
    code: 'locked',
  })
  await expect(openPackage(new Blob([new Uint8Array(OLE)]))).rejects.toMatchObject({
    code: 'broken',
  })
  await expect(openPackage(new Blob(['PK, but no more']))).rejects.toMatchObject({ code: 'broken' })
  await expect(openPackage(new Blob([]))).rejects.toMatchObject({ code: 'broken' })
})

test('a document of OpenDocument with a password names the encryption of its parts', async () => {
  const file = await makePackage({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': 'not to be read',
    'META-INF/manifest.xml':
      '<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>',
  })
  await expect(findMain(await openPackage(file))).rejects.toMatchObject({ code: 'locked' })
})

test('an archive that is no document is refused', async () => {
  const office = await openPackage(await makePackage({ 'notes.txt': 'hello' }))
  await expect(findMain(office)).rejects.toMatchObject({ code: 'broken' })
})
