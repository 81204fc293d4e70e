import { expect, test } from 'vitest'
import { readBrowseFilter, toListFilter } from './browse-filter.ts'

const now = new Date(2026, 10, 15, 18, 30)

test('the file filter is read from the address, and unknown values are ignored', () => {
  expect(readBrowseFilter({ kind: 'image', modified: 'week', starred: true, q: 'x' })).toEqual({
    kind: 'image',
    modified: 'week',
    starred: true,
  })
  expect(readBrowseFilter({ kind: 'poem', size: 3, starred: 'yes' })).toEqual({})
})

test('the filter chips become the query of a listing', () => {
  expect(toListFilter({}, now)).toEqual({})
  expect(toListFilter({ kind: 'folder' }, now)).toEqual({ kind: 'folder' })
  expect(toListFilter({ kind: 'video', size: 'large', starred: true }, now)).toEqual({
    type_group: 'video',
    size_min: 100_000_000,
    starred: true,
  })
  expect(toListFilter({ size: 'medium' }, now)).toEqual({
    size_min: 1_000_000,
    size_max: 100_000_000,
  })
})

test('a filter by date starts at midnight', () => {
  const week = new Date(2026, 10, 9).toISOString()
  expect(toListFilter({ modified: 'week' }, now)).toEqual({ modified_after: week })
  expect(toListFilter({ modified: 'week' }, new Date(2026, 10, 15))).toEqual({
    modified_after: week,
  })
  expect(toListFilter({ modified: 'year' }, now)).toEqual({
    modified_after: new Date(2026, 0, 1).toISOString(),
  })
})
