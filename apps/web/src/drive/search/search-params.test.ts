import { expect, test } from 'vitest'
import { readSearchParams, toSearchQuery } from './search-params.ts'

test('an address holds what was typed, and what is no text is left out', () => {
  expect(readSearchParams({ q: 'trip 2024', in: 'f1', tag: 'work', other: 'x' })).toEqual({
    q: 'trip 2024',
    in: 'f1',
    tag: 'work',
  })
  expect(readSearchParams({ q: '  ', in: ['f1'], tag: null })).toEqual({})
})

test('a number that was typed is looked for as it is written', () => {
  expect(readSearchParams({ q: 2024 })).toEqual({ q: '2024' })
  expect(readSearchParams({ q: true })).toEqual({ q: 'true' })
})

test('a very long text is cut to what the server takes', () => {
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
