import { expect, test } from 'vitest'
import { readEventSearch } from './event-search.ts'

test('a filter in the address is taken, and anything else left out', () => {
  const filter = { type: 'account.signed_in', sub: 'u1', from: '2026-11-01', to: '2026-11-15' }
  expect(readEventSearch(filter)).toEqual(filter)
  expect(
    readEventSearch({ type: 'a b', sub: '../x', from: 'yesterday', to: '2026-13', other: 1 }),
  ).toEqual({})
})
