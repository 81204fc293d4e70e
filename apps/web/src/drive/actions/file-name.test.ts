import { expect, test } from 'vitest'
import { checkName, stemLength } from './file-name.ts'

const stem = (name: string, kind: 'folder' | 'file' = 'file') =>
  name.slice(0, stemLength({ kind, name }))

test('the end that tells the kind of a file is left out', () => {
  expect(stem('sea.jpg')).toBe('sea')
  expect(stem('my.summer.jpg')).toBe('my.summer')
  expect(stem('backup.tar.gz')).toBe('backup')
  expect(stem('README')).toBe('README')
  expect(stem('.profile')).toBe('.profile')
  expect(stem('.tar.gz')).toBe('.tar')
  expect(stem('v1.2', 'folder')).toBe('v1.2')
})

test('a name is neither nothing nor a path', () => {
  expect(checkName('')).toBe('missing')
  expect(checkName('a/b')).toBe('slash')
  expect(checkName('a b')).toBeUndefined()
})
