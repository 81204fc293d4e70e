import type { SearchHit } from '@awan/protocol/drive'
import { expect, test } from 'vitest'
import { markAfterKey, suggestionsFor } from './suggestion.ts'

const hit = { file: { id: 'f', name: 'alps.jpg' } } as SearchHit
const folder = { id: 'trips', name: 'Trips' }

test('before anything is typed the last searches are offered', () => {
  const offered = suggestionsFor({ query: '', hits: undefined, recent: ['sea', 'alps'], folder })
  expect(offered).toEqual([
    { kind: 'recent', query: 'sea' },
    { kind: 'recent', query: 'alps' },
  ])
})

test('then the best hits, all results, and those in the folder that one is in', () => {
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

test('arrows go round through the field', () => {
  expect(markAfterKey('ArrowDown', -1, 2)).toBe(0)
  expect(markAfterKey('ArrowDown', 1, 2)).toBe(-1)
  expect(markAfterKey('ArrowUp', -1, 2)).toBe(1)
  expect(markAfterKey('ArrowUp', 0, 2)).toBe(-1)
  expect(markAfterKey('ArrowDown', -1, 0)).toBeUndefined()
  expect(markAfterKey('a', 0, 2)).toBeUndefined()
})
