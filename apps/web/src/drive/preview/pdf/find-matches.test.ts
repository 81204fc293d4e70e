import { expect, test } from 'vitest'
import { findMatches } from './find-matches.ts'

const found = (text: string, query: string) =>
  findMatches(text, query).map(({ from, to }) => text.slice(from, to))

test('search in a PDF ignores case and line breaks between words', () => {
  expect(found('The Sea and\nthe SEA', 'sea')).toEqual(['Sea', 'SEA'])
  expect(found('by the\nsea', 'the sea')).toEqual(['the\nsea'])
  expect(found('바다와 바다', '바다')).toHaveLength(2)
})

test('search in a PDF treats the query as plain text, and an empty one finds nothing', () => {
  expect(found('a.b a+b (c)', 'a.b')).toEqual(['a.b'])
  expect(found('a.b a+b (c)', '(c)')).toEqual(['(c)'])
  expect(found('a/b', 'a/b')).toEqual(['a/b'])
  expect(found('anything', '  ')).toEqual([])
})
