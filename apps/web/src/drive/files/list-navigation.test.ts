import { expect, test } from 'vitest'
import { createTypeahead, rowAfterKey } from './list-navigation.ts'

const key = (name: string) => ({ key: name, altKey: false, ctrlKey: false, metaKey: false })

test('arrows, pages, Home and End stay within the list', () => {
  expect(rowAfterKey(key('ArrowDown'), 9, 10, 4)).toBe(9)
  expect(rowAfterKey(key('ArrowUp'), 0, 10, 4)).toBe(0)
  expect(rowAfterKey(key('PageDown'), 3, 10, 4)).toBe(7)
  expect(rowAfterKey(key('PageUp'), 3, 10, 4)).toBe(0)
  expect(rowAfterKey(key('End'), 0, 10, 4)).toBe(9)
  expect(rowAfterKey(key('Home'), 5, 10, 4)).toBe(0)
})

test('shortcuts of the browser and an empty list are left alone', () => {
  expect(rowAfterKey({ ...key('ArrowUp'), altKey: true }, 3, 10, 4)).toBeUndefined()
  expect(rowAfterKey(key('ArrowDown'), 0, 0, 4)).toBeUndefined()
  expect(rowAfterKey(key('Tab'), 0, 3, 4)).toBeUndefined()
})

test('typing the beginning of a name goes to it', () => {
  let nowMs = 0
  const type = createTypeahead(() => nowMs)
  const names = ['Alps', 'Budget', 'Été', 'Elba', '가계부']
  expect(type('e', names, 0)).toBe(2)
  expect(type('l', names, 2)).toBe(3)
  nowMs = 2000
  expect(type('e', names, 3)).toBe(2)
  expect(type('e', names, 2)).toBe(3)
  nowMs = 4000
  expect(type('가', names, 0)).toBe(4)
  nowMs = 6000
  expect(type('q', names, 0)).toBeUndefined()
})
