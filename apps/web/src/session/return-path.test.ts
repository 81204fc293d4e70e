import { expect, test } from 'vitest'
import { toReturnPath } from './return-path.ts'

const origin = 'https://drive.example.org'

test('a return path on this site is followed, with its query', () => {
  expect(toReturnPath('/files/abc?sort=name#x', origin)).toBe('/files/abc?sort=name#x')
})

test.each([
  undefined,
  42,
  '',
  'files',
  'https://evil.example/files',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/.//evil.example',
  '/%00//',
  '/signin?from=/signin',
  '/',
])('the return address %j does not lead to another site', (from) => {
  const path = toReturnPath(from, origin)
  expect(new URL(path, origin).origin).toBe(origin)
  expect(path.startsWith('/') && !path.startsWith('//')).toBe(true)
})

test('a return path to the sign-in page leads to the files instead', () => {
  expect(toReturnPath('/signin?from=%2Ffiles', origin)).toBe('/files')
})
