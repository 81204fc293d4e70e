import { expect, test } from 'vitest'
import { edgeSpeed } from './edge-scroll.ts'

test('the edges scroll, the faster the nearer, and the middle does not', () => {
  expect(edgeSpeed(300, 100, 500)).toBe(0)
  expect(edgeSpeed(101, 100, 500)).toBe(-18)
  expect(edgeSpeed(150, 100, 500)).toBe(-2)
  expect(edgeSpeed(500, 100, 500)).toBe(18)
  expect(edgeSpeed(460, 100, 500)).toBe(6)
})

test('outside of the list nothing scrolls', () => {
  expect(edgeSpeed(90, 100, 500)).toBe(0)
  expect(edgeSpeed(510, 100, 500)).toBe(0)
})
