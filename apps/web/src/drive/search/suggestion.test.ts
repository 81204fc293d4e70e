import type { SearchHit } from '@awan/protocol/drive'
import { expect, test } from 'vitest'
import { markAfterKey, suggestionsFor } from './suggestion.ts'

const hit = { file: { id: 'f', name: 'alps.jpg' } } as SearchHit
const folder = { id: 'trips', name: 'Trips' }

test('an empty search field suggests recent searches', () => {
  const offered = suggestionsFor({ query: '', hits: undefined, recent: ['sea', 'alps'], folder })
  expect(offered).toEqual([
    { kind: 'recent', query: 'sea' },
    { kind: 'recent', query: 'alps' },
  ])
})

test('a search suggests the best hits, all results, and the results in the current folder', () => {
  const wanted = { query: 'alps', hits: [hit], recent: ['sea'] }
  expect(suggestionsFor({ ...wanted, folder }).map(({ kind }) => kind)).toEqual([
    'hit',
    'all',
    'inside',
  ])
  expect(suggestionsFor({ ...wanted, folder: undefined }).map(({ kind }) => kind)).toEqual([
    'hit',
    'all',
  ])
})

test('arrow keys cycle through the suggestions and the search field', () => {
  expect(markAfterKey('ArrowDown', -1, 2)).toBe(0)
  expect(markAfterKey('ArrowDown', 1, 2)).toBe(-1)
  expect(markAfterKey('ArrowUp', -1, 2)).toBe(1)
  expect(markAfterKey('ArrowUp', 0, 2)).toBe(-1)
  expect(markAfterKey('ArrowDown', -1, 0)).toBeUndefined()
  expect(markAfterKey('a', 0, 2)).toBeUndefined()
})
