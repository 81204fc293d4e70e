import { expect, test } from 'vitest'
import { toPathBeside, toPictureMark } from './beside-note.ts'

test('a picture is found by its path from the folder of the note', () => {
  const folder = ['Trips', 'Oslo']
  expect(toPathBeside(folder, 'attachments/a%20b.png')).toEqual([
    ...folder,
    'attachments',
    'a b.png',
  ])
  expect(toPathBeside(folder, './a.png?x#y')).toEqual([...folder, 'a.png'])
  expect(toPathBeside(folder, '../a.png')).toEqual(['Trips', 'a.png'])
  expect(toPathBeside([], 'a.png')).toEqual(['a.png'])
})

test('an address, a path of the page and a path that leaves the drive lead nowhere', () => {
  for (const link of [
    'https://example.org/a.png',
    '//example.org/a.png',
    '/admin',
    '\\\\server\\a.png',
    'javascript:alert(1)',
    '#top',
    '../../../a.png',
    'a%2Fb.png',
    '%zz.png',
    '',
  ]) {
    expect(toPathBeside(['Trips', 'Oslo'], link), link).toBeUndefined()
  }
})

test('a mark leads to the picture, whatever its name is', () => {
  for (const name of ['a.png', 'a b (2).png', '사진 100%.png', '[x]\\y.png', '#1?.png']) {
    const [, link = ''] = /\]\((.*)\)$/.exec(toPictureMark(name)) ?? []
    expect(toPathBeside([], link), name).toEqual(['attachments', name])
  }
})
