import { expect, test } from 'vitest'
import { readPeopleSearch } from './people-search.ts'

test('what the address says is taken when it makes sense', () => {
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
])('%j is left out', (search) => {
  expect(readPeopleSearch(search)).toEqual({})
})

test('nobody opens pages without end', () => {
  expect(readPeopleSearch({ pages: 1e9 })).toEqual({ pages: 40 })
})
