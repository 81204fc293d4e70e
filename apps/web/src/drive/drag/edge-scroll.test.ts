import { expect, test } from 'vitest'
import { edgeSpeed } from './edge-scroll.ts'

test('dragging near an edge scrolls, faster the nearer it is, and the middle does not scroll', () => {
  expect(edgeSpeed(300, 100, 500)).toBe(0)
  expect(edgeSpeed(101, 100, 500)).toBe(-18)
  expect(edgeSpeed(150, 100, 500)).toBe(-2)
  expect(edgeSpeed(500, 100, 500)).toBe(18)
  expect(edgeSpeed(460, 100, 500)).toBe(6)
})

test('dragging outside the list does not scroll', () => {
  expect(edgeSpeed(90, 100, 500)).toBe(0)
  expect(edgeSpeed(510, 100, 500)).toBe(0)
})
