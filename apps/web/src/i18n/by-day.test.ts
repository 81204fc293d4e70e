import { expect, test } from 'vitest'
import { byDay } from './by-day.ts'

const at = (day: number, hour: number) => ({ time: new Date(2026, 10, day, hour).toISOString() })

test('events are grouped by local day, in their order', () => {
  const items = [at(15, 23), at(15, 0), at(14, 23)]
  expect(byDay(items).map((group) => group.items)).toEqual([[at(15, 23), at(15, 0)], [at(14, 23)]])
})

test('an empty list has no days', () => {
  expect(byDay([])).toEqual([])
})
