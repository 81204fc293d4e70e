import { expect, test } from 'vitest'
import { giveSlots, noSlots } from './line-slots.ts'

const first = giveSlots(noSlots, { first: 0, last: 3 }, [0])

test('slots are first assigned in the order of lines', () => {
  expect([...first.slots]).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 3],
  ])
})

test('a line that stays keeps its slot, and a new line takes the slot of one that left', () => {
  const next = giveSlots(first, { first: 2, last: 5 }, [2])
  expect(next.slots.get(2)).toBe(2)
  expect(next.slots.get(3)).toBe(3)
  expect(next.slots.get(4)).toBe(1)
  const back = giveSlots(next, { first: 1, last: 4 }, [2])
  expect(back.slots.get(1)).toBe(next.slots.get(5))
})

test('a held line keeps its slot outside the view, and its place in the order', () => {
  const below = giveSlots(first, { first: 100, last: 103 }, [0, 200])
  expect([...below.slots.keys()]).toEqual([0, 100, 101, 102, 103, 200])
  expect(below.slots.get(0)).toBe(0)
  expect(new Set(below.slots.values()).size).toBe(6)
})

test('the slot of a held line is never given to another line', () => {
  const away = giveSlots(first, { first: 100, last: 103 }, [0])
  const released = giveSlots(away, { first: 102, last: 105 }, [102])
  expect([...released.slots.keys()]).toEqual([102, 103, 104, 105])
  expect([...released.slots.values()]).not.toContain(away.slots.get(0))
})

test('scrolling never needs more slots than visible and held lines', () => {
  let slots = noSlots
  for (let line = 0; line < 1000; line += 7) {
    slots = giveSlots(slots, { first: line, last: line + 30 }, [line % 3 === 0 ? line : 5])
  }
  expect(Math.max(...slots.slots.values())).toBeLessThanOrEqual(33)
})
