import { expect, test } from 'vitest'
import { readEventSearch } from './event-search.ts'

test('the event filter is read from the address, and invalid values are ignored', () => {
  const filter = { type: 'account.signed_in', sub: 'u1', from: '2026-11-01', to: '2026-11-15' }
  expect(readEventSearch(filter)).toEqual(filter)
  expect(
    readEventSearch({ type: 'a b', sub: '../x', from: 'yesterday', to: '2026-13', other: 1 }),
  ).toEqual({})
})
