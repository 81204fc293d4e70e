import { expect, test } from 'vitest'
import { byDay } from './by-day.ts'

const at = (day: number, hour: number) => ({ time: new Date(2026, 10, day, hour).toISOString() })

test('what happened on one local day stands together, in the order in which it came', () => {
  const items = [at(15, 23), at(15, 0), at(14, 23)]
  expect(byDay(items).map((group) => group.items)).toEqual([[at(15, 23), at(15, 0)], [at(14, 23)]])
})

test('nothing is no day', () => {
  expect(byDay([])).toEqual([])
})
