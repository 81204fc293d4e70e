import { expect, test } from 'vitest'
import { stemLength } from './file-name.ts'

const stem = (name: string, kind: 'folder' | 'file' = 'file') =>
  name.slice(0, stemLength({ kind, name }))

test('renaming selects a file name without its extension', () => {
  expect(stem('sea.jpg')).toBe('sea')
  expect(stem('my.summer.jpg')).toBe('my.summer')
  expect(stem('backup.tar.gz')).toBe('backup')
  expect(stem('README')).toBe('README')
  expect(stem('.profile')).toBe('.profile')
  expect(stem('.tar.gz')).toBe('.tar')
  expect(stem('v1.2', 'folder')).toBe('v1.2')
})
