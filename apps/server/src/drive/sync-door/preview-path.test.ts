import { expect, test } from 'vitest'
import { findThumbnailRoot } from './preview-doors.ts'

test.each([
  [
    '/index.php/apps/files/api/v1/thumbnail/256/256/a.jpg',
    '/index.php/apps/files/api/v1/thumbnail',
  ],
  [
    '//index.php//apps/files/api/v1//thumbnail/1/1/thumbnail/a',
    '//index.php//apps/files/api/v1//thumbnail',
  ],
  ['/index.php/apps/files/api/v1/thumbnail', undefined],
  ['/index.php', undefined],
])('the sizes of a picture are looked for in %s behind %j', (path, root) => {
  expect(findThumbnailRoot(path)).toBe(root)
})

test('an address of millions of slashes is read in linear time', () => {
  const slashes = '/'.repeat(2_000_000)
  expect(findThumbnailRoot(slashes)).toBeUndefined()
  expect(findThumbnailRoot(`${slashes}thumbnail`)).toBeUndefined()
  expect(findThumbnailRoot(`${slashes}thumbnail/`)).toBe(`${slashes}thumbnail`)
})
