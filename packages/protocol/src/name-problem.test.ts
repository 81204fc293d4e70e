import { expect, test } from 'vitest'
import { nameProblem } from './name-problem.ts'

test.each([
  ['empty', ''],
  ['reserved', '.'],
  ['reserved', '..'],
  ['slash', 'a/b'],
  ['control', 'a\tb'],
  ['control', 'a\0b'],
  ['control', 'a\nb'],
  ['control', 'a\u0085b'],
  ['control', 'a\u2028b'],
  ['unicode', 'a\ud800b'],
  ['long', 'a'.repeat(256)],
  ['long', '文'.repeat(86)],
])('reports %o for the name %o', (problem, name) => {
  expect(nameProblem(name)).toBe(problem)
})

test.each([
  '.hidden',
  '...',
  'a.',
  ' ',
  ' .. ',
  '👩‍👩‍👧.jpg',
  'C:\\x',
  'CON',
  'a'.repeat(255),
  '文'.repeat(85),
])('allows the name %o', (name) => {
  expect(nameProblem(name)).toBeUndefined()
})

test('a name is measured in the form in which it is stored', () => {
  const decomposed = '한'.repeat(85).normalize('NFD')
  expect(new TextEncoder().encode(decomposed).length).toBeGreaterThan(255)
  expect(nameProblem(decomposed)).toBeUndefined()
})
