import { expect, test } from 'vitest'
import { isOver, refusalOf } from './drop-rules.ts'

const file = (name: string, type: string, size = 10) => ({ name, type, size })

test('a drop folder without rules takes everything', () => {
  expect(refusalOf(file('a.exe', 'application/x-msdownload', 1e12), {})).toBeUndefined()
})

test('a file that is too large is refused before it is sent', () => {
  const rules = { max_file_size: 10 }
  expect(refusalOf(file('a.txt', 'text/plain', 10), rules)).toBeUndefined()
  expect(refusalOf(file('a.txt', 'text/plain', 11), rules)).toBe('size')
})

test('a file is of a wanted type by its ending, its type or its group of types', () => {
  const rules = { types: ['.pdf', 'image/*', 'text/plain'] }
  for (const taken of [
    file('Plan.PDF', 'application/pdf'),
    file('a.png', 'image/png'),
    file('a.txt', 'text/plain'),
  ]) {
    expect(refusalOf(taken, rules)).toBeUndefined()
  }
  expect(refusalOf(file('a.exe', 'application/x-msdownload'), rules)).toBe('type')
  expect(refusalOf(file('imagery', 'imagery/png'), rules)).toBe('type')
})

test('a type that the browser does not know is left to the server', () => {
  expect(refusalOf(file('a.heic', ''), { types: ['image/*'] })).toBeUndefined()
  expect(refusalOf(file('a.heic', ''), { types: ['.pdf'] })).toBe('type')
})

test('a deadline is over at its very moment', () => {
  const deadline = '2027-01-31T22:00:00Z'
  expect(isOver({ deadline }, Date.parse(deadline) - 1)).toBe(false)
  expect(isOver({ deadline }, Date.parse(deadline))).toBe(true)
  expect(isOver({}, Date.parse(deadline))).toBe(false)
})
