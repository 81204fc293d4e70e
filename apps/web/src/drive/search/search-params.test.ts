import { expect, test } from 'vitest'
import { readSearchParams, toSearchQuery } from './search-params.ts'

test('the search is read from the address, and values that are not text are ignored', () => {
  expect(readSearchParams({ q: 'trip 2024', in: 'f1', tag: 'work', other: 'x' })).toEqual({
    q: 'trip 2024',
    in: 'f1',
    tag: 'work',
  })
  expect(readSearchParams({ q: '  ', in: ['f1'], tag: null })).toEqual({})
})

test('the address says where to search, and from which drive one came', () => {
  const address = { q: 'sea', where: 'everything', drive: 'd1' }
  expect(readSearchParams(address)).toEqual(address)
  expect(readSearchParams({ q: 'sea', where: ['d1'], drive: null })).toEqual({ q: 'sea' })
})

test('a search for a number is read as text', () => {
  expect(readSearchParams({ q: 2024 })).toEqual({ q: '2024' })
  expect(readSearchParams({ q: true })).toEqual({ q: 'true' })
})

test('a search text is cut to the length that the server accepts', () => {
  expect(readSearchParams({ q: 'a'.repeat(300) }).q).toHaveLength(255)
})

test('a folder and a tag narrow the search', () => {
  expect(toSearchQuery({ q: ' sea ', in: 'f1', tag: 'work' })).toEqual({
    q: 'sea',
    parent_id: 'f1',
    tag: 'work',
  })
  expect(toSearchQuery({ q: 'sea' })).toEqual({ q: 'sea' })
})
