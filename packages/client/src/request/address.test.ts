import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { fillPath, toAddress, toQueryString } from './address.ts'

test('[REQ-1] [REQ-2] a path is kept relative to the origin, a full URL is used as it is', () => {
  expect(toAddress({ path: '/v1/x', query: { a: 1 } })).toEqual({
    path: '/v1/x',
    target: '/v1/x?a=1',
    isFull: false,
  })
  expect(toAddress({ path: 'HTTPS://b.example:8443/y/{z}?k=1' })).toEqual({
    path: '/y/%7Bz%7D',
    target: 'HTTPS://b.example:8443/y/{z}?k=1',
    isFull: true,
  })
})

test('[REQ-13] the path named by an error has no query', () => {
  for (const path of [
    '/v1/x?token=secret',
    'https://b.example/v1/x?token=secret#part',
    '/v1/x#a?b',
  ]) {
    expect(toAddress({ path }).path).toBe('/v1/x')
  }
})

test('a query is added to the query that the path already has', () => {
  expect(toAddress({ path: '/v1/x?a=1', query: { b: '?' } }).target).toBe('/v1/x?a=1&b=%3F')
  expect(toAddress({ path: '/v1/x?a=1' }).target).toBe('/v1/x?a=1')
})

test.each([
  '',
  'v1/user/me',
  '//evil.example/v1/x',
  '/\\evil.example',
  '/\t/evil.example',
  'ftp://a.example/x',
  'javascript:alert(1)',
  ' https://a.example',
  'https://',
  'https://ana:secret@a.example/x',
  undefined,
  null,
  7,
  {},
  { toString: () => 'https://a.example/' },
])('an address that is neither a path nor an HTTP URL is refused: %j', (path) => {
  expect(localErrorOf(() => toAddress({ path: path as string }))).toBe('wrong options param: path')
})

test('path params are encoded and cannot change the path', () => {
  expect(fillPath('/files/{id}/content', { id: '../a b?c' })).toBe('/files/..%2Fa%20b%3Fc/content')
  expect(fillPath('/blocks/{first}', { first: 0 })).toBe('/blocks/0')
})

test.each([
  [{}],
  [undefined],
  [null],
  ['id'],
  [{ id: undefined }],
  [{ id: null }],
  [{ id: '' }],
  [{ id: '.' }],
  [{ id: '..' }],
  [{ id: {} }],
  [{ id: ['a'] }],
  [{ id: '\ud800' }],
  [JSON.parse('{"__proto__":{"id":"x"}}')],
])('params that are missing or would change the path are refused: %j', (params) => {
  expect(localErrorOf(() => fillPath('/files/{id}', params as never))).toBe(
    'wrong options param: params',
  )
})

test('inherited property names are not path params', () => {
  for (const name of ['constructor', '__proto__', 'toString']) {
    expect(localErrorOf(() => fillPath(`/files/{${name}}`, {}))).toContain('params')
  }
})

test('absent query values are left out and lists repeat their name', () => {
  expect(toQueryString({ a: undefined, b: null })).toBe('')
  expect(toQueryString({ id: ['1', '2'], name: 'ä&b' })).toBe('?id=1&id=2&name=%C3%A4%26b')
})

test('a query that cannot be converted to text is a local error', () => {
  const query = { a: Object.create(null) }
  expect(localErrorOf(() => toAddress({ path: '/x', query }))).toBe('wrong options param: query')
})

function localErrorOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof ServiceError && error.error === 'local') return error.description
    throw error
  }
  throw new Error('it was taken')
}
