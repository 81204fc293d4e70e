import { expect, test } from 'vitest'
import { readPeopleSearch } from './people-search.ts'

test('a valid people search is read from the address', () => {
  expect(readPeopleSearch({ q: 'rani', status: 'FROZEN', administrators: true, pages: 3 })).toEqual(
    { q: 'rani', status: 'FROZEN', administrators: true, pages: 3 },
  )
  expect(readPeopleSearch({ q: 628 })).toEqual({ q: '628' })
})

test.each([
  { status: 'GONE' },
  { q: '' },
  { q: { a: 1 } },
  { administrators: 'yes' },
  { pages: -2 },
  { pages: 1.5 },
  { pages: 1 },
])('the invalid people search %j is ignored', (search) => {
  expect(readPeopleSearch(search)).toEqual({})
})

test('a people search opens at most 40 pages', () => {
  expect(readPeopleSearch({ pages: 1e9 })).toEqual({ pages: 40 })
})
