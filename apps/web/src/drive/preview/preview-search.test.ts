import { expect, test } from 'vitest'
import { readPreviewSearch } from './preview-search.ts'

test('an address names the file that is previewed, and whether it is written in', () => {
  expect(readPreviewSearch({ preview: 'abc' })).toEqual({ preview: 'abc' })
  expect(readPreviewSearch({ preview: 'abc', edit: true })).toEqual({ preview: 'abc', edit: true })
})

test('an id of digits alone is still an id', () => {
  expect(readPreviewSearch({ preview: 123 })).toEqual({ preview: '123' })
})

test('nothing else opens a preview', () => {
  expect(readPreviewSearch({})).toEqual({})
  expect(readPreviewSearch({ preview: '', edit: true })).toEqual({})
  expect(readPreviewSearch({ preview: ['a'] })).toEqual({})
})
