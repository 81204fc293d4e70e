import { expect, test } from 'vitest'
import { toEventsQuery } from './events-query.ts'

test('an event filter includes the whole last day', () => {
  const { from, to } = toEventsQuery({ from: '2026-11-15', to: '2026-11-15' })
  expect(new Date(from ?? '')).toEqual(new Date(2026, 10, 15))
  expect(new Date(to ?? '')).toEqual(new Date(2026, 10, 16))
})
