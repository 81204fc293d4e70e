import { expect, test } from 'vitest'
import { toSavedQuery, toSearchAddress } from './saved-query.ts'

test.each([
  [{ q: 'sea 海' }, { q: 'sea 海' }],
  [
    { q: 'sea', in: 'f1', tag: 'trip', starred: true, where: 'everything', sort: 'name' },
    {
      q: 'sea',
      parent_id: 'f1',
      tag: 'trip',
      starred: true,
      where: 'everything',
      order_by: 'name',
    },
  ],
  [
    { kind: 'folder', modified: 'week' },
    { kind: 'folder', modified: 'week' },
  ],
  [
    { kind: 'image', size: 'medium' },
    { type_group: 'image', size_min: 1_000_000, size_max: 100_000_000 },
  ],
  [{ size: 'large' }, { size_min: 100_000_000 }],
] as const)('an address is the same again after it was saved: %j', (address, query) => {
  expect(toSavedQuery(address)).toEqual(query)
  expect(toSearchAddress(query)).toEqual(address)
})

test('a saved search leaves out the open file and the drive that one came from', () => {
  expect(toSavedQuery({ q: 'sea', preview: 'f1', details: true, drive: 'd1' })).toEqual({
    q: 'sea',
  })
})

test('what the page has no filter for is left out of its address', () => {
  const query = {
    q: 'sea',
    in: 'text',
    size_min: 5,
    modified_after: '2026-01-01T00:00:00Z',
  } as const
  expect(toSearchAddress(query)).toEqual({ q: 'sea' })
})
