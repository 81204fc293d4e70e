import { expect, test } from 'vitest'
import { readPreviewSearch } from './preview-search.ts'

test('the address names the previewed file, and whether it is edited', () => {
  expect(readPreviewSearch({ preview: 'abc' })).toEqual({ preview: 'abc' })
  expect(readPreviewSearch({ preview: 'abc', edit: true })).toEqual({ preview: 'abc', edit: true })
})

test('a file id of digits in the address is still an id', () => {
  expect(readPreviewSearch({ preview: 123 })).toEqual({ preview: '123' })
})

test('an invalid address opens no preview', () => {
  expect(readPreviewSearch({})).toEqual({})
  expect(readPreviewSearch({ preview: '', edit: true })).toEqual({})
  expect(readPreviewSearch({ preview: ['a'] })).toEqual({})
})
