import { expect, test } from 'vitest'
import { fillPath, toQueryString, toUrl } from './address.ts'

test('[REQ-1] [REQ-2] a path is combined with an origin, a full URL is used as it is', () => {
  expect(toUrl('https://a.example', '/v1/x')).toBe('https://a.example/v1/x')
  expect(toUrl('https://a.example/', '/v1/x')).toBe('https://a.example/v1/x')
  expect(toUrl('', '/v1/x')).toBe('/v1/x')
  expect(toUrl('https://a.example', 'https://b.example/y')).toBe('https://b.example/y')
})

test('params cannot leave their place in the path', () => {
  expect(fillPath('/files/{id}/content', { id: '../a b?c' })).toBe('/files/..%2Fa%20b%3Fc/content')
})

test('absent query values are left out and lists repeat their name', () => {
  expect(toQueryString({ a: undefined, b: null })).toBe('')
  expect(toQueryString({ id: ['1', '2'], name: 'ä&b' })).toBe('?id=1&id=2&name=%C3%A4%26b')
})
