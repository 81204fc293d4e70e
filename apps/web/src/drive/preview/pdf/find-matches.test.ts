import { expect, test } from 'vitest'
import { findMatches } from './find-matches.ts'

const found = (text: string, query: string) =>
  findMatches(text, query).map(({ from, to }) => text.slice(from, to))

test('words are found whatever their case, and where a line ends between them', () => {
  expect(found('The Sea and\nthe SEA', 'sea')).toEqual(['Sea', 'SEA'])
  expect(found('by the\nsea', 'the sea')).toEqual(['the\nsea'])
  expect(found('바다와 바다', '바다')).toHaveLength(2)
})

test('what is typed is a text and no pattern, and nothing is found for nothing', () => {
  expect(found('a.b a+b (c)', 'a.b')).toEqual(['a.b'])
  expect(found('a.b a+b (c)', '(c)')).toEqual(['(c)'])
  expect(found('a/b', 'a/b')).toEqual(['a/b'])
  expect(found('anything', '  ')).toEqual([])
})
