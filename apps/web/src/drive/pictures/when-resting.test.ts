import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenResting } from './when-resting.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('pending work waits until no more is added, then runs all at once', () => {
  const done: string[] = []
  const passed = whenResting(() => done.push('passed'))
  vi.advanceTimersByTime(60)
  whenResting(() => done.push('first'))
  passed()
  vi.advanceTimersByTime(60)
  whenResting(() => done.push('second'))
  vi.advanceTimersByTime(99)
  expect(done).toEqual([])
  vi.advanceTimersByTime(2)
  expect(done).toEqual(['first', 'second'])
  whenResting(() => done.push('later'))
  vi.advanceTimersByTime(101)
  expect(done).toEqual(['first', 'second', 'later'])
})
