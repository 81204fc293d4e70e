import { expect, test } from 'vitest'
import { createTypeahead, rowAfterKey } from './list-navigation.ts'

const list = { rowCount: 10, columns: 1, linesPerPage: 4 }
/** Four in a line, two in the last. */
const grid = { rowCount: 10, columns: 4, linesPerPage: 2 }

test('arrows, pages, Home and End stay within the list', () => {
  expect(rowAfterKey('ArrowDown', 9, list)).toBe(9)
  expect(rowAfterKey('ArrowUp', 0, list)).toBe(0)
  expect(rowAfterKey('PageDown', 3, list)).toBe(7)
  expect(rowAfterKey('PageDown', 7, list)).toBe(9)
  expect(rowAfterKey('PageUp', 3, list)).toBe(0)
  expect(rowAfterKey('End', 0, list)).toBe(9)
  expect(rowAfterKey('Home', 5, list)).toBe(0)
})

test('in a grid, arrows go in all four directions, and down to the end of a short last line', () => {
  expect(rowAfterKey('ArrowRight', 3, grid)).toBe(4)
  expect(rowAfterKey('ArrowLeft', 4, grid)).toBe(3)
  expect(rowAfterKey('ArrowDown', 1, grid)).toBe(5)
  expect(rowAfterKey('ArrowDown', 7, grid)).toBe(9)
  expect(rowAfterKey('ArrowDown', 8, grid)).toBe(8)
  expect(rowAfterKey('ArrowUp', 2, grid)).toBe(2)
  expect(rowAfterKey('ArrowUp', 9, grid)).toBe(5)
  expect(rowAfterKey('PageUp', 7, grid)).toBe(3)
  expect(rowAfterKey('PageDown', 1, grid)).toBe(9)
})

test('keys do nothing in an empty list, and unknown keys do nothing', () => {
  expect(rowAfterKey('ArrowDown', 0, { ...list, rowCount: 0 })).toBeUndefined()
  expect(rowAfterKey('ArrowRight', 0, list)).toBeUndefined()
  expect(rowAfterKey('Tab', 0, list)).toBeUndefined()
})

test('typing the beginning of a name goes to it', () => {
  let nowMs = 0
  const typeahead = createTypeahead(() => nowMs)
  const names = ['Alps', 'Budget', 'Été', 'Elba', '가계부']
  const type = (character: string, row: number) => {
    const { begins, fromNext } = typeahead.type(character)
    const order = [...names.keys()].map((step) => (row + step + (fromNext ? 1 : 0)) % names.length)
    return order.find((candidate) => begins(names[candidate] ?? ''))
  }
  expect(type('e', 0)).toBe(2)
  expect(type('l', 2)).toBe(3)
  expect(typeahead.isTyping()).toBe(true)
  nowMs = 2000
  expect(typeahead.isTyping()).toBe(false)
  expect(type('e', 3)).toBe(2)
  expect(type('e', 2)).toBe(3)
  nowMs = 4000
  expect(type('가', 0)).toBe(4)
  nowMs = 6000
  expect(type('q', 0)).toBeUndefined()
})
