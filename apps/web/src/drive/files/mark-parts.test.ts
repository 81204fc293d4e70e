import { expect, test } from 'vitest'
import { markParts } from './mark-parts.ts'

const shown = (text: string, ...ranges: [number, number][]) =>
  markParts(
    text,
    ranges.map(([start, end]) => ({ start, end })),
  )
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join('')

test('matches are highlighted in the order of the text', () => {
  expect(shown('alps 2024.jpg', [5, 9], [0, 4])).toBe('[alps] [2024].jpg')
  expect(shown('alps')).toBe('alps')
  expect(shown('')).toBe('')
})

test('highlights that overlap or exceed the text lose and repeat nothing', () => {
  expect(shown('abcdef', [0, 3], [2, 4], [5, 99])).toBe('[abc][d]e[f]')
})
